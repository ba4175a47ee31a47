import { HttpRefusal } from '@outreach/http-kit';
import type { Middleware } from './exchange.ts';

/** 400: a request of HTTP/1.1 names its host (RFC 9112 §3.2). */
export const requireHost: Middleware = (req, _res, next) => {
  if (req.headers.host === undefined && req.httpVersion === '1.1') throw new HttpRefusal('unreadable');
  next();
};
