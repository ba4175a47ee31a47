import { requireWorkspaceId } from '@outreach/service-kit';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../contact-model/index.ts';
import type { LastCounts } from './ports.ts';

const FILTERS_MAX = 2_000;

/**
 * Counts of filters in memory, for counts that take too long. At most 2,000; the least recently used are dropped. It
 * keeps digests: a filter can be as long as a body, 1 MiB.
 */
export function createLastCounts(counts = new LRUCache<string, number>({ max: FILTERS_MAX })): LastCounts {
  const keyOf = (filter: string): string => sha256(`${requireWorkspaceId()} ${filter}`);
  return {
    read: (filter) => counts.get(keyOf(filter)),
    write: (filter, count) => {
      counts.set(keyOf(filter), count);
    },
  };
}
