import { pollingJob, type LeaderLease } from '@outreach/job-kit';
import type { Job } from '@outreach/service-kit';

const ROUND_MS = 60_000;

export interface AddDueTimesOptions {
  readonly name: string;
  /** Sets the due time of all work without one. Safe to run twice. */
  readonly addDueTimes: () => Promise<void>;
  readonly leader: LeaderLease;
}

/**
 * Work that a process of the previous version stores has no due time, and no worker finds it. This job sets it, at its
 * start and each minute, because processes of both versions run beside each other during an update.
 */
export function addDueTimesJob({ name, addDueTimes, leader }: AddDueTimesOptions): Job {
  return pollingJob({
    name,
    everyMs: ROUND_MS,
    leader,
    run: async () => {
      await addDueTimes();
      return false;
    },
  });
}
