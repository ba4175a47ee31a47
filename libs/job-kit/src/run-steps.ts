import { pause } from '@outreach/service-kit/lifecycle';
import { requireClaim } from './require-claim.ts';
import type { Claim, WorkFields, WorkQueue } from './work-queue.ts';

export interface StepOptions<Row extends WorkFields, Place> {
  readonly queue: Pick<WorkQueue<Row>, 'renew'>;
  readonly claim: Claim<Row>;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
  readonly signal: AbortSignal;
  /** Part of a transaction: works from a place on, and resolves with the next place; undefined when nothing is left. */
  readonly step: (from: Place | undefined) => Promise<Place | undefined>;
}

/**
 * Works through many records in steps. Each step commits with the claim, so an item that was replaced changes nothing more.
 * It pauses after each step for as long as the step took: half of the time is left to other work on the database.
 * @returns false if the signal ended it. @throws ClaimLost.
 */
export async function runSteps<Row extends WorkFields, Place>(
  options: StepOptions<Row, Place>,
): Promise<boolean> {
  const { queue, claim, unitOfWork, signal, step } = options;
  let place: Place | undefined;
  while (!signal.aborted) {
    const startedAtMs = performance.now();
    const from = place;
    place = await unitOfWork(async () => {
      requireClaim(await queue.renew(claim));
      return step(from);
    });
    if (place === undefined) return true;
    await pause(performance.now() - startedAtMs, signal);
  }
  return false;
}
