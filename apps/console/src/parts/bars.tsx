import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '@outreach/client';
import { formatNumber, formatRate } from './format.ts';
import { Section } from './page.tsx';

interface BarProps {
  readonly label: string;
  readonly count: number;
  /** From 0 to 1. */
  readonly part: number;
}

/** A count as a bar, with its number and its part of the whole. */
export function Bar({ label, count, part }: BarProps): ReactNode {
  return (
    <Group gap="sm" wrap="nowrap">
      <Text w={130} c="dimmed">
        {label}
      </Text>
      <Box flex={1} bg="light-dark(var(--mantine-color-gray-1), var(--mantine-color-dark-6))" h={18}>
        <Box h="100%" w={`${part * 100}%`} bg="var(--mantine-primary-color-filled)" />
      </Box>
      <Text w={130} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatNumber(count)} · {formatRate(part)}
      </Text>
    </Group>
  );
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
export function Funnel({ funnel }: Pick<Schema<'AnalyticsSummary'>, 'funnel'>): ReactNode {
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
