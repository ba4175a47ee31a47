import { createBatcher } from '@outreach/job-kit/batcher';
import type { WakeUp } from '@outreach/job-kit/wake-ups';
import type { Logger } from '@outreach/service-kit';
import type { Resource } from '@outreach/service-kit/lifecycle';
import { counter } from '@outreach/service-kit/metrics';
import type { Claim, SendClaims, SendJournal } from './ports.ts';

const BATCH_MAX = 1_000;
const WAIT_MS = 20;

const returned = counter(
  'sends_given_back_total',
  'Claims of planned emails that were given back, by reason.',
  ['reason'],
);

export type ReturnReason =
  | 'gap'
  | 'paused'
  | 'later'
  | 'contacts'
  | 'unsubscribes'
  | 'unreached'
  | 'platform'
  | 'stopping'
  | 'unanswered'
  | 'error';

/** A claim without an attempt. */
export interface ReturnedClaim {
  readonly claim: Claim;
  /** When another worker may claim the send. For an `unanswered` claim it is later than the time of the claim. */
  readonly dueAt: Date;
  /** True if the email is planned for that time. */
  readonly isPlanned?: boolean;
  readonly reason: ReturnReason;
}

export interface ClaimReturnsOptions {
  readonly claims: Pick<SendClaims, 'giveBack' | 'refuseClaimsBefore'>;
  readonly journal: Pick<SendJournal, 'settle'>;
  readonly wakeUp: WakeUp;
  readonly logger: Logger;
}

/** Gives claims back in batches in the background, until the database has taken them. */
export interface ClaimReturns extends Resource {
  add(claims: readonly ReturnedClaim[]): void;
}

export function createClaimReturns({ claims, journal, wakeUp, logger }: ClaimReturnsOptions): ClaimReturns {
  const batcher = createBatcher<ReturnedClaim>({
    name: 'returned claims',
    batchMax: BATCH_MAX,
    waitMs: WAIT_MS,
    write: async (batch) => {
      await refuseLateClaims(claims, batch);
      await claims.giveBack(
        batch.map(({ claim, dueAt, isPlanned = false }) => ({ ...claim, dueAt, isPlanned })),
      );
      journal.settle(batch.map(({ claim }) => claim.id));
      for (const { reason } of batch) returned.inc({ reason });
      wakeUp.raise();
    },
    logger,
  });
  return {
    name: 'claim-returns',
    add: (some) => {
      for (const one of some) batcher.add(one);
    },
    stop: async () => batcher.stop(),
  };
}

/** A claim without an answer may not have reached the database yet. From now on it changes nothing there. */
async function refuseLateClaims(
  claims: ClaimReturnsOptions['claims'],
  batch: readonly ReturnedClaim[],
): Promise<void> {
  const unanswered = batch.filter(({ reason }) => reason === 'unanswered');
  if (unanswered.length === 0) return;
  const time = new Date(Math.max(...unanswered.map(({ dueAt }) => dueAt.getTime())));
  const ids = unanswered.map(({ claim }) => claim.id);
  await claims.refuseClaimsBefore(ids, time);
}
