import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageLink } from './link.tsx';

const VIEWS = [
  ['/contacts', 'All contacts'],
  ['/contacts/segments', 'Segments'],
] as const;

/** The pages of contacts. */
export function ContactViews({ current }: { readonly current: (typeof VIEWS)[number][0] }): ReactNode {
  return (
    <Group component="nav" aria-label="Views of contacts" gap="md" wrap="nowrap">
      {VIEWS.map(([to, label]) => (
        <PageLink
          key={to}
          to={to}
          activeOptions={{ exact: true }}
          fw={to === current ? 600 : 400}
          {...(to === current ? { td: 'underline' } : {})}
        >
          {label}
        </PageLink>
      ))}
    </Group>
  );
}
