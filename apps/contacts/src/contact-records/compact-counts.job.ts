import { pause, type Job } from '@outreach/service-kit';

const ROUND_MS = 2_000;

/** Keeps the counts of busy workspaces short, so that reading a total stays cheap. */
export function foldCountsJob(fold: () => Promise<number>): Job {
  return {
    name: 'fold-contact-counts',
    run: async (signal) => {
      while (!signal.aborted) {
        await fold();
        await pause(ROUND_MS, signal);
      }
    },
  };
}
