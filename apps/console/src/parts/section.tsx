import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface SectionProps {
  readonly title: string;
  /** Names the section for screen readers, if it is not the title. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A part of a page below its own heading. */
export function Section({ title, label = title, children }: SectionProps): ReactNode {
  return (
    <section aria-label={label}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}
