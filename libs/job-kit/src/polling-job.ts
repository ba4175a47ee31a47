import type { Leases } from '@outreach/mongo-kit';
import type { Job } from '@outreach/service-kit';
import { createLeaderLease } from './leader-lease.ts';
import { createWakeUp, type WakeUp } from './wake-up.ts';

export interface PollingJobOptions {
  readonly name: string;
  /** Pause in ms after a round that left nothing to do. */
  readonly everyMs: number;
  /** One round of work. Resolves with true when more work waits: the next round starts at once. */
  readonly run: (signal: AbortSignal) => Promise<boolean>;
  /** With leases, only one replica runs the job; another one takes over within 15 s of its death. */
  readonly leader?: Leases;
  /** Ends the pause early. */
  readonly wakeUp?: WakeUp;
}

/** Runs rounds of work until the process stops. */
export function pollingJob(options: PollingJobOptions): Job {
  const { name, everyMs, leader, wakeUp = createWakeUp() } = options;
  return {
    name,
    run: async (signal) => {
      const lease =
        leader === undefined ? undefined : createLeaderLease({ leases: leader, name: `job:${name}` });
      try {
        while (!signal.aborted) {
          const hasMore = (await lease?.isLeader()) !== false && (await options.run(signal));
          if (!hasMore) await wakeUp.wait(everyMs, signal);
        }
      } finally {
        await lease?.release();
      }
    },
  };
}
