import { requireWorkspaceId } from '@outreach/service-kit';
import { LRUCache } from 'lru-cache';
import type { LastCounts } from './ports.ts';

const FILTERS_MAX = 2_000;

/** Counts of filters in memory, for counts that take too long. At most 2,000; the least recently used are dropped. */
export function createLastCounts(): LastCounts {
  const counts = new LRUCache<string, number>({ max: FILTERS_MAX });
  const keyOf = (filter: string): string => `${requireWorkspaceId()} ${filter}`;
  return {
    read: (filter) => counts.get(keyOf(filter)),
    write: (filter, count) => {
      counts.set(keyOf(filter), count);
    },
  };
}
