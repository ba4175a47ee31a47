import type { Request } from 'express';

const EXPOSED = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Idempotent-Replayed',
].join(', ');
const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, X-Request-Id, traceparent';
const PREFLIGHT_AGE_SECONDS = '600';
const NONE = {};

/** The headers that let a browser's page of a configured origin read the answer; none for anybody else. */
export function corsHeaders(req: Request, origins: ReadonlySet<string>): Readonly<Record<string, string>> {
  if (origins.size === 0) return NONE;
  const { origin } = req.headers;
  if (origin === undefined || !origins.has(origin)) return { Vary: 'Origin' };
  return { Vary: 'Origin', 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED };
}

/** What a preflight wants to know besides. */
export function preflightHeaders(
  req: Request,
  origins: ReadonlySet<string>,
  allow: string,
): Record<string, string> {
  const { origin } = req.headers;
  if (origin === undefined || !origins.has(origin)) return {};
  return {
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': ALLOWED_HEADERS,
    'Access-Control-Max-Age': PREFLIGHT_AGE_SECONDS,
  };
}
