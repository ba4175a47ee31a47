import type { Clock } from '@outreach/service-kit';
import type { WorkFailure } from './work-queue-job.ts';
import type { Claim, WorkFields, WorkQueue } from './work-queue.ts';

const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 60_000;

export type OnWorkError = (claim: Claim<unknown>, failure: WorkFailure) => Promise<void>;

/** Tries failed work again after 1 s, 2 s, 4 s and so on, at most 60 s; at once when the process stops. */
export function retryLater<Row extends WorkFields>(
  queue: Pick<WorkQueue<Row>, 'retryAt'>,
  clock: Clock,
): OnWorkError {
  return async (claim, { isStopping }) => {
    const pauseMs = isStopping ? 0 : pauseMsAfter(claim.attempt);
    await queue.retryAt(claim, new Date(clock.now() + pauseMs));
  };
}

/** Pause after a number of failures, from 1: 1 s, 2 s, 4 s and so on, at most 60 s. */
export function pauseMsAfter(failures: number): number {
  return Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** (failures - 1));
}
