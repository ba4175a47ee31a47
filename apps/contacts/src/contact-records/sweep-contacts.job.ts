import { pause, type Job } from '@outreach/service-kit';

const ROUND_MS = 1_000;

/** Removes from contacts what remains of deleted custom fields and segments. */
export function sweepJob(sweepRound: (signal: AbortSignal) => Promise<number>): Job {
  return {
    name: 'sweep-contacts',
    run: async (signal) => {
      while (!signal.aborted) {
        await sweepRound(signal);
        await pause(ROUND_MS, signal);
      }
    },
  };
}
