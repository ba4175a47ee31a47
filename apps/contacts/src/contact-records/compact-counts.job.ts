import { pollingJob } from '@outreach/job-kit';
import type { Leases } from '@outreach/mongo-kit';
import type { Job } from '@outreach/service-kit';

const ROUND_MS = 2_000;
/** Backstop: rows that several processes, or processes that were killed, have added. */
const ALL_EVERY_MS = 60_000;

export interface CompactCountsOptions {
  /** Returns the number of compacted workspaces. */
  readonly compact: () => Promise<number>;
  readonly compactMarked: () => Promise<number>;
  readonly leases: Leases;
}

/**
 * Keeps the number of count rows per workspace small, so that reading a total stays cheap. Each process compacts the
 * workspaces that it has changed; one process searches all of them each minute.
 */
export function compactCountsJobs(counts: CompactCountsOptions): readonly Job[] {
  const { leases } = counts;
  return [
    pollingJob({
      name: 'fold-contact-counts',
      everyMs: ROUND_MS,
      run: async () => {
        await counts.compactMarked();
        return false;
      },
    }),
    pollingJob({
      name: 'search-contact-counts',
      everyMs: ALL_EVERY_MS,
      leader: leases,
      run: async () => (await counts.compact()) > 0,
    }),
  ];
}
