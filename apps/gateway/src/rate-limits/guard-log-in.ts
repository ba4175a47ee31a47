import { authErrors } from '@outreach/contracts-auth';
import { AppError } from '@outreach/errors';
import type { Decision, LimitUse, RateLimiter } from './rate-limiter.ts';
import { rateLimited } from './rate-limited.ts';
import { addressUse, loginUses } from './limit-uses.ts';

export interface LogIn<Result> {
  readonly addressKey: string;
  /** Undefined for a refresh, which has no username. */
  readonly username: string | undefined;
  readonly attempt: () => Promise<Result>;
  /** Receives the decision that the headers of the response show. */
  readonly onDecision: (decision: Decision) => void;
}

/**
 * Runs an attempt under the limits of failed log-ins. The attempt counts before it runs, so that concurrent guesses
 * have no advantage; it stays counted only if the credential is wrong.
 * @throws AppError resource_exhausted when a limit is exceeded, also for the right password.
 */
export async function guardLogIn<Result>(limiter: RateLimiter, logIn: LogIn<Result>): Promise<Result> {
  const uses = loginUses(logIn.addressKey, logIn.username);
  const address = addressUse(logIn.addressKey);
  const reserved = await limiter.admit(uses);
  if (!reserved.ok) {
    logIn.onDecision(reserved);
    throw rateLimited(reserved);
  }
  try {
    const result = await logIn.attempt();
    await limiter.release(uses, reserved);
    logIn.onDecision(await limiter.peek([...uses, address]));
    return result;
  } catch (thrown) {
    throw await settleFailure(limiter, thrown, { uses, reserved, address, logIn });
  }
}

interface Failed {
  readonly uses: readonly LimitUse[];
  readonly reserved: Decision;
  readonly address: LimitUse;
  readonly logIn: Pick<LogIn<unknown>, 'onDecision'>;
}

/**
 * A wrong credential also counts as a 401 of its address, and becomes a 429 over that limit. A right password without the
 * code of a second factor is no wrong credential.
 */
async function settleFailure(limiter: RateLimiter, thrown: unknown, failed: Failed): Promise<unknown> {
  const { uses, reserved, address, logIn } = failed;
  const isWrong = thrown instanceof AppError && thrown.kind === 'unauthenticated' && !isCodeMissing(thrown);
  if (!isWrong) {
    await limiter.release(uses, reserved);
    return thrown;
  }
  const counted = await limiter.admit([address]);
  logIn.onDecision(counted.ok ? await limiter.peek([...uses, address]) : counted);
  return counted.ok ? thrown : rateLimited(counted);
}

function isCodeMissing({ details }: AppError): boolean {
  return details['reason'] === authErrors.codeRequired.reason;
}
