import { AppError } from '@outreach/errors';
import { addressKey } from './address-key.ts';
import { addressUse } from './limit-uses.ts';
import { rateLimited } from './rate-limited.ts';
import type { Decision, RateLimiter } from './rate-limiter.ts';

export interface SignedCall<Result> {
  /** Address of the client. */
  readonly address: string;
  readonly call: () => Promise<Result>;
  /** Receives the decision that the headers of the response show. */
  readonly onDecision: (decision: Decision) => void;
}

/**
 * Runs a request whose signature is its credential. A wrong signature counts as a 401 of its address; over that limit
 * further requests are refused without a call. @throws AppError resource_exhausted over the limit.
 */
export async function countWrongSignatures<Result>(
  limiter: RateLimiter,
  { address, call, onDecision }: SignedCall<Result>,
): Promise<Result> {
  const use = addressUse(addressKey(address));
  const before = await limiter.peek([use]);
  onDecision(before);
  if (!before.ok) throw rateLimited(before);
  try {
    return await call();
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.kind !== 'unauthenticated') throw thrown;
    const counted = await limiter.admit([use]);
    onDecision(counted);
    throw counted.ok ? thrown : rateLimited(counted);
  }
}
