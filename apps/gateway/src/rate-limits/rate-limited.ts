import { AppError } from '@outreach/errors';
import { retryAfterSeconds } from './headers.ts';
import type { Decision } from './rate-limiter.ts';

/** The error of a refused request. */
export function rateLimited(decision: Decision): AppError {
  const waitSeconds = retryAfterSeconds(decision);
  const { limit, name } = decision.binding;
  return new AppError('resource_exhausted', `Too many requests; wait ${waitSeconds} seconds.`, {
    details: { limit, limit_name: name, retry_after_seconds: waitSeconds },
  });
}
