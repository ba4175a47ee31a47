import type { ReactNode } from 'react';

/** Outlines in a square of 24. */
const SHAPES = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-4H4zM14 8h6V4h-6z',
  inbox: 'M4 5h16v14H4zM4 14h4l2 3h4l2-3h4',
  contacts: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6',
  campaigns: 'M3 11 21 4l-5 16-4-7zM12 13l9-9',
  sequences: 'M5 5h14v4H5zM5 15h14v4H5zM12 9v6',
  accounts: 'M3 6h18v12H3zM3 7l9 7 9-7',
  webhooks: 'M8 9 4 12l4 3M16 9l4 3-4 3M13 6l-2 12',
  settings: 'M4 7h10M18 7h2M4 17h4M12 17h8M14 7a2 2 0 1 0 4 0 2 2 0 0 0-4 0M8 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
} as const;

export type IconName = keyof typeof SHAPES;

/** A sign beside or in place of a word. It says nothing to screen readers. */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden
    >
      <path d={SHAPES[name]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
