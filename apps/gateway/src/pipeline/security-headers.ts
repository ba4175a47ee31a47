import helmet from 'helmet';
import type { Middleware } from './exchange.ts';
import { headersOf } from './helmet-headers.ts';

/** Responses are data for their caller alone: no browser renders them, guesses their type or stores them. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  ...headersOf(
    helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    }),
  ),
  ...headersOf(helmet.xContentTypeOptions()),
};

/**
 * Adds the security headers. Helmet makes their values once: one call of setHeader per header and request would cost
 * more than all checks of the request together. The page /docs replaces the policy by its own.
 */
export const securityHeaders: Middleware = (_req, res, next) => {
  Object.assign(res.locals.headers, SECURITY_HEADERS);
  next();
};
