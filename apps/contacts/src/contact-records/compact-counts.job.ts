import { pollingJob } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit';

const ROUND_MS = 2_000;

/** Keeps the number of count rows per workspace small, so that reading a total stays cheap. */
export function compactCountsJob(compact: () => Promise<number>): Job {
  return pollingJob({
    name: 'fold-contact-counts',
    everyMs: ROUND_MS,
    run: async () => {
      await compact();
      return false;
    },
  });
}
