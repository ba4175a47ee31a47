import { pause, type Job } from '@outreach/service-kit';

const ROUND_MS = 2_000;

/** Keeps the number of count rows per workspace small, so that reading a total stays cheap. */
export function compactCountsJob(compact: () => Promise<number>): Job {
  return {
    name: 'fold-contact-counts',
    run: async (signal) => {
      while (!signal.aborted) {
        await compact();
        await pause(ROUND_MS, signal);
      }
    },
  };
}
