import { pollingJob } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit';
import type { SweepQueue, WaitingSweep } from './ports.ts';

const ROUND_MS = 1_000;

export interface SweepJobOptions {
  readonly sweeps: SweepQueue;
  /** False if it was stopped. */
  readonly sweepContacts: (sweep: WaitingSweep, signal: AbortSignal) => Promise<boolean>;
}

/** Removes the values of deleted custom fields and the ids of deleted segments from contacts. */
export function sweepJob({ sweeps, sweepContacts }: SweepJobOptions): Job {
  return pollingJob({
    name: 'sweep-contacts',
    everyMs: ROUND_MS,
    run: async (signal) => {
      for (const sweep of await sweeps.waiting())
        if (await sweepContacts(sweep, signal)) await sweeps.finish(sweep);
      return false;
    },
  });
}
