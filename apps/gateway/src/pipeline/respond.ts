import { toErrorReply, type Reply } from '@outreach/http-kit';
import { discardBytes } from '@outreach/http-kit/body';
import type { Clock, Logger } from '@outreach/service-kit';
import type { NextFunction, Request } from 'express';
import { pipeline, Readable } from 'node:stream';
import { addressKey } from '../rate-limits/address-key.ts';
import { writeRateHeaders } from '../rate-limits/headers.ts';
import { addressUse } from '../rate-limits/limit-uses.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import type { GatewayRoute } from '../routes/index.ts';
import type { Exchange, ExchangeResponse } from './exchange.ts';
import { endRequest, failRequest, idsOf } from './observe-request.ts';

import compression from 'compression';

/** Smaller responses cost more to compress than to send. */
const COMPRESSED_FROM_BYTES = 16_384;
const compress = compression({ threshold: 0 });

const REFUSAL_STATUS_MIN = 400;
const JSON_TYPE = 'application/json; charset=utf-8';

/** Writes a reply with the headers that every response has. */
export type Respond = (exchange: Exchange, reply: Reply) => Promise<void>;

export interface ResponderOptions {
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly isStopping: () => boolean;
}

/** Creates the writer of all responses; it also measures them. */
export function createResponder(options: ResponderOptions): Respond {
  const { limiter } = options;
  return async (exchange, reply) => {
    const { req, res, address, headers } = exchange;
    try {
      const decision = exchange.decision ?? (await limiter.peek([addressUse(addressKey(address))]));
      writeRateHeaders(decision, headers);
      write(exchange, reply, options.isStopping());
      endRequest(exchange, reply, options);
      // A refusal before the body is read.
      if (!req.readableDidRead) discardBytes(req);
    } catch (err) {
      failRequest(exchange, err, options);
      res.destroy();
    }
  };
}

function write({ res, req, headers, route, isReplayed }: Exchange, reply: Reply, isStopping: boolean): void {
  if (res.headersSent || res.destroyed) return;
  if (isReplayed) headers['Idempotent-Replayed'] = 'true';
  if (isStopping) headers['Connection'] = 'close';
  Object.assign(headers, reply.headers);
  if (reply.body === undefined && reply.download === undefined) {
    if (reply.status !== 204) headers['Content-Length'] = '0';
    res.writeHead(reply.status, headers).end();
    return;
  }
  const content = contentOf(reply, route);
  headers['Content-Type'] ??= content.type;
  if (isStream(content.data)) {
    res.writeHead(reply.status, headers);
    if (req.method === 'HEAD') res.end();
    // A failure in the middle closes the connection, so that the client sees an incomplete response.
    else pipeline(Readable.from(content.data), res, () => undefined);
    return;
  }
  const { data } = content;
  const byteCount = Buffer.byteLength(data);
  headers['Content-Length'] = String(byteCount);
  const send = (): void => void res.writeHead(reply.status, headers).end(data);
  if (byteCount < COMPRESSED_FROM_BYTES) send();
  else compress(req, res, send);
}

function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

interface Content {
  readonly type: string;
  readonly data: string | Uint8Array | AsyncIterable<Uint8Array>;
}

function contentOf(reply: Reply, route: GatewayRoute | undefined): Content {
  const ofRoute =
    reply.download === undefined ? rawTypeOf(route, reply.status) : route?.download?.contentType;
  const type = ofRoute ?? reply.headers?.['Content-Type'];
  const data = reply.download ?? reply.body;
  const isRaw = typeof data === 'string' || data instanceof Uint8Array || isStream(data);
  // A status with a page of the route can also be the status of a refusal of the pipeline.
  if (type === undefined || (!isRaw && reply.status >= REFUSAL_STATUS_MIN))
    return { type: JSON_TYPE, data: JSON.stringify(reply.body) };
  if (!isRaw) throw new TypeError('The reply is neither text nor bytes.');
  return { type, data };
}

function rawTypeOf(route: GatewayRoute | undefined, status: number): string | undefined {
  const shape = route?.responses[status];
  return shape !== undefined && shape !== null && 'contentType' in shape ? shape.contentType : undefined;
}

type ErrorMiddleware = (
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
