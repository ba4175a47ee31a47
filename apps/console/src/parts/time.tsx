import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatExact, formatRelative } from './format.ts';

/** A relative time; exact and with its zone on hover. */
export function Time({ at }: { readonly at: string | null }): ReactNode {
  if (at === null) return 'Never';
  return (
    <Tooltip label={formatExact(at)}>
      <time dateTime={at}>{formatRelative(at, Date.now())}</time>
    </Tooltip>
  );
}
