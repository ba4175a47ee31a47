import { toErrorReply } from '@outreach/http-kit';
import type { Logger } from '@outreach/service-kit';
import type { NextFunction, Request } from 'express';
import type { ExchangeResponse } from './exchange.ts';
import { idsOf } from './observe-request.ts';
import type { Respond } from './respond.ts';

export type ErrorMiddleware = (
  ...args: [thrown: unknown, req: Request, res: ExchangeResponse, next: NextFunction]
) => Promise<void>;

/** Writes an error that a middleware throws, in the common error shape. Logs errors that are not expected. */
export function writeError(respond: Respond, logger: Logger): ErrorMiddleware {
  // eslint-disable-next-line max-params -- Express recognises an error handler by its four parameters
  return async (thrown, _req, res, _next) => {
    const exchange = res.locals;
    const reply = toErrorReply(thrown);
    if (reply.isUnexpected) logger.error({ ...idsOf(exchange), err: thrown }, 'a request failed');
    await respond(exchange, reply);
  };
}
