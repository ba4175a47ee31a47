import type { WorkFailure } from './work-failure.ts';
import type { Claim, WorkFields, WorkQueue } from './work-queue.ts';

const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 60_000;
/** Failures without progress between them after which a job ends. */
const FAILURES_MAX = 5;

export type OnWorkError = (claim: Claim<unknown>, failure: WorkFailure) => Promise<void>;

/** Tries failed work again after 1 s, 2 s, 4 s and so on, at most 60 s; at once when the process stops. */
export function retryLater<Row extends WorkFields>(
  queue: Pick<WorkQueue<Row>, 'retryAt' | 'clock'>,
): OnWorkError {
  return async (claim, { isStopping }) => {
    const pauseMs = isStopping ? 0 : pauseMsAfter(claim.attempt);
    await queue.retryAt(claim, new Date(queue.clock.now() + pauseMs));
  };
}

export interface FailedJob {
  readonly claim: Claim<unknown>;
  readonly failure: WorkFailure;
  /** Failures since the last progress, without this one. */
  readonly failures: number;
  /** Shortest pause in ms, for example because an external server asks for it; 0 by default. */
  readonly pauseMsMin?: number;
  /** Ends the job as failed. */
  readonly end: () => Promise<unknown>;
}

/** Ends a job that has failed five times without progress. Otherwise a worker continues it after a pause. */
export async function retryOrEnd(
  queue: Pick<WorkQueue<WorkFields & { readonly failures: number }>, 'retryAt' | 'clock'>,
  { claim, failure: { isStopping }, failures: before, pauseMsMin = 0, end }: FailedJob,
): Promise<void> {
  const failures = before + (isStopping ? 0 : 1);
  if (failures >= FAILURES_MAX) {
    await end();
    return;
  }
  const pauseMs = isStopping ? 0 : Math.max(pauseMsAfter(failures), pauseMsMin);
  await queue.retryAt(claim, new Date(queue.clock.now() + pauseMs), { failures });
}

/** Pause after a number of failures, from 1: 1 s, 2 s, 4 s and so on, at most 60 s. */
function pauseMsAfter(failures: number): number {
  return Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** (failures - 1));
}
