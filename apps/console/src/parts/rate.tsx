import { Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber, formatRate } from './format.ts';

export interface RateProps {
  /** From 0 to 1. */
  readonly rate: number;
  readonly count: number;
  readonly of: number;
}

/** A rate with one decimal; its counts on hover and focus. */
export function Rate({ rate, count, of }: RateProps): ReactNode {
  const label = `${formatNumber(count)} of ${formatNumber(of)}`;
  return (
    <Tooltip label={label}>
      <Text span inherit tabIndex={0} aria-label={`${formatRate(rate)}, ${label}`} role="note">
        {formatRate(rate)}
      </Text>
    </Tooltip>
  );
}
