import { AppError } from '@outreach/errors';

/** The error of a letter over a limit; the next one is allowed at `allowedAtMs`. */
export function tooManyLetters(limit: number, allowedAtMs: number, nowMs: number): AppError {
  const waitSeconds = Math.max(1, Math.ceil((allowedAtMs - nowMs) / 1_000));
  return new AppError('resource_exhausted', `Too many letters; wait ${waitSeconds} seconds.`, {
    details: { limit, limit_name: 'letters', retry_after_seconds: waitSeconds },
  });
}
