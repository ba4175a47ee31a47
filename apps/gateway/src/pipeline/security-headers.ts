import type { Middleware } from './exchange.ts';

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
