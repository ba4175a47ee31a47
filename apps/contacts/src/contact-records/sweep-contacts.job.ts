import { pause, type Job } from '@outreach/service-kit';
import type { SweepQueue, WaitingSweep } from './sweep.store.ts';

const ROUND_MS = 1_000;

export interface SweepJobOptions {
  readonly sweeps: SweepQueue;
  readonly sweepContacts: (sweep: WaitingSweep, signal: AbortSignal) => Promise<void>;
}

/** Removes the values of deleted custom fields and the ids of deleted segments from contacts. */
export function sweepJob({ sweeps, sweepContacts }: SweepJobOptions): Job {
  return {
    name: 'sweep-contacts',
    run: async (signal) => {
      while (!signal.aborted) {
        for (const sweep of await sweeps.waiting()) {
          await sweepContacts(sweep, signal);
          if (signal.aborted) return;
          await sweeps.finish(sweep);
        }
        await pause(ROUND_MS, signal);
      }
    },
  };
}
