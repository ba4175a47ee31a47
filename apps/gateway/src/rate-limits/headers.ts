import { WINDOW_SECONDS } from './limits.ts';
import type { Decision } from './rate-limiter.ts';

/**
 * The three headers of the specification and the two fields of the IETF draft
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/).
 */
export function writeRateHeaders(decision: Decision, headers: Record<string, string>): void {
  const { binding, limits } = decision;
  headers['X-RateLimit-Limit'] = String(binding.limit);
  headers['X-RateLimit-Remaining'] = String(binding.remaining);
  headers['X-RateLimit-Reset'] = String(binding.reset);
  let policy = '';
  let state = '';
  for (const { name, limit, remaining, resetInMs } of limits) {
    const separator = policy === '' ? '' : ', ';
    policy += `${separator}"${name}";q=${limit};w=${WINDOW_SECONDS}`;
    state += `${separator}"${name}";r=${remaining};t=${Math.ceil(resetInMs / 1000)}`;
  }
  headers['RateLimit-Policy'] = policy;
  headers['RateLimit'] = state;
}

/** Seconds that a refused client must wait, rounded up: after them it is admitted. */
export function retryAfterSeconds(decision: Decision): number {
  return Math.max(1, Math.ceil(decision.retryAfterMs / 1000));
}
