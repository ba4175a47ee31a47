import { requireWorkspaceId } from '@outreach/service-kit';
import type { LastCounts } from './ports.ts';

const FILTERS_MAX = 2_000;

/** Counts of filters in memory, for counts that take too long. The oldest of more than 2,000 entries is dropped. */
export function createLastCounts(): LastCounts {
  const counts = new Map<string, number>();
  const keyOf = (filter: string): string => `${requireWorkspaceId()} ${filter}`;
  return {
    read: (filter) => counts.get(keyOf(filter)),
    write: (filter, count) => {
      const key = keyOf(filter);
      counts.delete(key);
      counts.set(key, count);
      const [oldest] = counts.keys();
      if (counts.size > FILTERS_MAX && oldest !== undefined) counts.delete(oldest);
    },
  };
}
