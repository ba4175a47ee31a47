import { currentCall } from '@outreach/service-kit';
import type { LastCounts } from '../contact-records/contact-slice.ts';

const FILTERS_MAX = 2_000;

/** What filters found in this process, the oldest forgotten first: a hint for counts that take too long, no record. */
export function createLastCounts(): LastCounts {
  const counts = new Map<string, number>();
  const keyOf = (filter: string): string => `${currentCall()?.workspaceId ?? ''} ${filter}`;
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
