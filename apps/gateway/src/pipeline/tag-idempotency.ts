import type { Middleware } from './exchange.ts';
import { idempotencyTag } from './idempotency-tag.ts';

/** Identifies the request by its Idempotency-Key. The backend stores the first reply and repeats it. */
export const tagIdempotency: Middleware = (req, res, next) => {
  const exchange = res.locals;
  const { caller, idempotencyKey: key, pathname: path, search, body } = exchange;
  if (key !== undefined && caller !== undefined) {
    const { workspaceId, principalId } = caller;
    const { method } = req;
    exchange.idempotency = idempotencyTag({ workspaceId, principalId, key, method, path, search, body });
  }
  next();
};
