import { readIdempotencyKey } from './idempotency-tag.ts';
import type { Middleware } from './exchange.ts';

/** 400 for the Idempotency-Key, the query and the body, in this order; 404 for a malformed id in the path. */
export const validate: Middleware = (req, res, next) => {
  const exchange = res.locals;
  const { route, params, search, body } = exchange;
  if (route?.idempotent === true) {
    const header = req.headers['idempotency-key'];
    exchange.idempotencyKey = readIdempotencyKey(Array.isArray(header) ? header.join(', ') : header);
  }
  exchange.call = route?.parse({ params, search, body });
  next();
};
