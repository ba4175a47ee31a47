import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Bar } from './bar.tsx';
import { Section } from './section.tsx';

export interface FunnelProps {
  readonly funnel: {
    readonly enrolled: number;
    readonly contacted: number;
    readonly opened: number;
    readonly replied: number;
    readonly positive: number;
  };
}

const STAGES = ['enrolled', 'contacted', 'opened', 'replied', 'positive'] as const;
const LABELS: Readonly<Record<(typeof STAGES)[number], string>> = {
  enrolled: 'Enrolled',
  contacted: 'Contacted',
  opened: 'Opened',
  replied: 'Replied',
  positive: 'Positive replies',
};

/** The contacts who reached each stage, as a part of those enrolled. */
export function Funnel({ funnel }: FunnelProps): ReactNode {
  return (
    <Section title="Funnel">
      <Stack gap={6}>
        {STAGES.map((stage) => {
          const count = funnel[stage];
          const part = funnel.enrolled === 0 ? 0 : Math.min(count / funnel.enrolled, 1);
          return <Bar key={stage} label={LABELS[stage]} count={count} part={part} />;
        })}
      </Stack>
    </Section>
  );
}
