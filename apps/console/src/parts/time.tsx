import type { ReactNode } from 'react';
import { formatExact, formatRelative } from './format.ts';

/** A relative time; exact and with its zone on hover. */
export function Time({ at }: { readonly at: string | null }): ReactNode {
  if (at === null) return 'Never';
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatRelative(at, Date.now())}
    </time>
  );
}
