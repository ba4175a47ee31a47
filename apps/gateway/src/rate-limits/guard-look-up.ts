import { AppError } from '@outreach/errors';
import type { Clock } from '@outreach/service-kit';
import type { FairPool, FairPoolLimits } from '@outreach/service-kit/bulkhead';
import { addressUse } from './limit-uses.ts';
import { rateLimited } from './rate-limited.ts';
import type { Decision, RateLimiter } from './rate-limiter.ts';

/**
 * Look-ups for addresses over the limit of failed credentials. A valid key of such an address must not be refused, so
 * look-ups go on, but few at a time.
 */
export const LATE_LOOK_UP_LIMITS: FairPoolLimits = {
  callCountMax: 4,
  callCountPerOwnerMax: 1,
  waitingCountMax: 256,
  waitingCountPerOwnerMax: 16,
  lateKind: 'unavailable',
};

/** Timeout for a slot and for the look-up. */
const LATE_TIMEOUT_MS = 3_000;

export interface LookUp<Result> {
  readonly addressKey: string;
  readonly run: () => Promise<Result>;
  /** Receives the decision that counts a refused credential. */
  readonly onDecision: (decision: Decision) => void;
}

export type LookUpGuard = <Result>(lookUp: LookUp<Result>) => Promise<Result>;

export interface LookUpGuardOptions {
  readonly limiter: RateLimiter;
  /** The slots of look-ups for addresses over their limit. */
  readonly late: Pick<FairPool, 'run'>;
  readonly clock: Clock;
}

/**
 * Counts the look-up of an unknown credential before auth is asked, so that concurrent guesses have no advantage; it stays
 * counted only if the credential is refused. Over the limit an invalid credential becomes a 429.
 */
export function createLookUpGuard({ limiter, late, clock }: LookUpGuardOptions): LookUpGuard {
  return async ({ addressKey, run, onDecision }) => {
    const uses = [addressUse(addressKey)];
    const reserved = await limiter.admit(uses);
    try {
      if (!reserved.ok)
        return await late.run({ owner: addressKey, deadlineAtMs: clock.now() + LATE_TIMEOUT_MS }, run);
      const result = await run();
      await limiter.release(uses, reserved);
      return result;
    } catch (thrown) {
      if (!isRefused(thrown)) {
        if (reserved.ok) await limiter.release(uses, reserved);
        throw thrown;
      }
      onDecision(reserved);
      throw reserved.ok ? thrown : rateLimited(reserved);
    }
  };
}

function isRefused(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.kind === 'unauthenticated';
}
