import { HttpRefusal } from '@outreach/http-kit';
import type { Request } from 'express';
import type { Middleware } from './exchange.ts';
import type { Respond } from './respond.ts';

const EXPOSED_HEADERS = [
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

/** Lets pages of the configured origins read every response. */
export function cors(origins: ReadonlySet<string>): Middleware {
  if (origins.size === 0) {
    return (_req, _res, next) => next();
  }
  return (req, res, next) => {
    const { headers } = res.locals;
    headers['Vary'] = 'Origin';
    if (isAllowed(req, origins)) {
      headers['Access-Control-Allow-Origin'] = req.headers.origin ?? '';
      headers['Access-Control-Expose-Headers'] = EXPOSED_HEADERS;
    }
    next();
  };
}

/** Answers OPTIONS with the methods of the path, before a credential is required; 404 on an unknown path. */
export function answerOptions(origins: ReadonlySet<string>, respond: Respond): Middleware {
  return (req, res, next) => {
    if (req.method !== 'OPTIONS') {
      next();
      return undefined;
    }
    const { path } = res.locals;
    if (path === undefined) throw new HttpRefusal('unknown_path');
    const { allow } = path;
    const preflight = isAllowed(req, origins) ? preflightHeaders(allow) : {};
    return respond(res.locals, { status: 204, headers: { Allow: allow, ...preflight } });
  };
}

function isAllowed(req: Request, origins: ReadonlySet<string>): boolean {
  const { origin } = req.headers;
  return origin !== undefined && origins.has(origin);
}

function preflightHeaders(allow: string): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': ALLOWED_HEADERS,
    'Access-Control-Max-Age': PREFLIGHT_AGE_SECONDS,
  };
}

/** Responses are data for their caller alone: no browser renders them, guesses their type or stores them. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** Adds the security headers. The page /docs replaces the policy by its own. */
export const securityHeaders: Middleware = (_req, res, next) => {
  Object.assign(res.locals.headers, SECURITY_HEADERS);
  next();
};
