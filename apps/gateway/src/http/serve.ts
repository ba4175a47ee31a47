import { STATUS_CODES } from 'node:http';
import { HttpRefusal, toErrorReply, type Reply } from '@outreach/http-kit';
import { histogram } from '@outreach/service-kit';
import type { Request, Response } from 'express';
import type { RouteDeps, Services } from '../deps.ts';
import type { Decision } from '../domain/rate-limits/rate-limiter.ts';
import { addressUse } from '../domain/rate-limits/which-limits.ts';
import { answer, type Answered } from './answer.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { addressKeyOf, openExchange, type Exchange } from './exchange.ts';
import type { FoundPath, PathRows } from './route-table.ts';
import { send } from './send.ts';

const answered = histogram('http_request_seconds', 'Time to answer a request, by operation and status.', [
  'operation',
  'status',
]);

export interface ServeOptions {
  readonly services: Services;
  readonly corsOrigins: ReadonlySet<string>;
}

type Path = PathRows<RouteDeps> | undefined;

export interface Incoming {
  readonly req: Request;
  readonly res: Response;
  /** Undefined for a path that the table does not have. */
  readonly found: FoundPath<RouteDeps> | undefined;
}

/** Answers one request, whatever comes. */
export async function serve({ req, res, found }: Incoming, options: ServeOptions): Promise<void> {
  const { services } = options;
  const path = found?.rows;
  const exchange = openExchange({ req, res, params: found?.params ?? NO_PARAMS }, services);
  try {
    const outcome = await settle(exchange, path, options);
    const decision = exchange.decision ?? (await peekAddress(exchange, services));
    finish(exchange, path, { outcome, options, decision });
  } catch (thrown) {
    services.logger.error({ request_id: exchange.requestId, err: thrown }, 'the answer could not be written');
    res.destroy();
  }
}

const NO_PARAMS: Readonly<Record<string, string>> = {};

async function settle(exchange: Exchange, path: Path, options: ServeOptions): Promise<Answered> {
  try {
    demandHost(exchange.req);
    if (exchange.req.method === 'OPTIONS')
      return { reply: allowReply(exchange, path, options), isReplayed: false };
    return await answer(exchange, path, options.services);
  } catch (thrown) {
    const reply = toErrorReply(thrown);
    if (reply.isUnexpected) {
      options.services.logger.error({ request_id: exchange.requestId, err: thrown }, 'a request failed');
    }
    return { reply, isReplayed: false };
  }
}

/** RFC 9112 §3.2: a request of HTTP/1.1 names its host. */
function demandHost(req: Request): void {
  if (req.headers.host === undefined && req.httpVersion === '1.1') throw new HttpRefusal('unreadable');
}

function allowReply(exchange: Exchange, path: Path, { corsOrigins }: ServeOptions): Reply {
  if (path === undefined) throw new HttpRefusal('unknown_path');
  const { allow } = path;
  return { status: 204, headers: { Allow: allow, ...preflightHeaders(exchange.req, corsOrigins, allow) } };
}

interface Finish {
  readonly outcome: Answered;
  readonly options: ServeOptions;
  readonly decision: Decision;
}

function finish(exchange: Exchange, path: Path, { outcome, options, decision }: Finish): void {
  const { reply, isReplayed } = outcome;
  const { method } = exchange.req;
  const row = path?.byMethod.get(method === 'HEAD' ? 'GET' : method);
  const closing = options.services.isStopping() ? { Connection: 'close' } : {};
  const headers = { ...corsHeaders(exchange.req, options.corsOrigins), ...closing };
  send(exchange, { reply, decision, row, headers, isReplayed });
  const seconds = (options.services.clock.now() - exchange.startedAtMs) / 1000;
  answered.observe({ operation: row?.operationId ?? 'none', status: String(reply.status) }, seconds);
  options.services.logger.debug(
    { request_id: exchange.requestId, operation: row?.operationId, status: reply.status, seconds },
    STATUS_CODES[reply.status],
  );
}

async function peekAddress(exchange: Exchange, { limiter }: Services): Promise<Decision> {
  return limiter.peek([addressUse(addressKeyOf(exchange))]);
}
