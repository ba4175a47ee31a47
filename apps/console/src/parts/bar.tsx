import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber, formatRate } from './format.ts';

export interface BarProps {
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
