import type { IdempotencyTag } from '@outreach/service-kit';
import type { Span } from '@outreach/service-kit/tracing';
import type { NextFunction, Request, Response } from 'express';
import type { RouteCall } from '@outreach/http-kit';
import type { Caller } from '../credentials/caller.ts';
import type { Decision } from '../rate-limits/rate-limiter.ts';
import type { GatewayContext, GatewayRoute } from '../routes/index.ts';
import type { HttpExchange } from '../routes/route.ts';
import type { PathRoutes } from './path-table.ts';

/**
 * One request in the pipeline, and the state that its checks produce. The middlewares read and fill it as `res.locals`.
 */
export interface Exchange extends HttpExchange {
  readonly req: Request;
  readonly res: Response;
  /** From the header X-Request-Id, or a new id. */
  readonly requestId: string;
  /** The span of the request. */
  readonly span: Span;
  readonly startedAtMs: number;
  /** Headers that every response of this exchange has; the reply may replace them. */
  readonly headers: Record<string, string>;
  /** The routes of the path; undefined for an unknown path. */
  path: PathRoutes<GatewayRoute> | undefined;
  /** The route of path and method; HEAD has the route of GET. */
  route: GatewayRoute | undefined;
  params: Readonly<Record<string, string>>;
  /** The path without the query; empty until the route is searched. */
  pathname: string;
  /** The query without its question mark. */
  search: string;
  /** The caller; undefined on a public route. */
  caller: Caller | undefined;
  decision: Decision | undefined;
  /** Parsed JSON. */
  body: unknown;
  /** The header Idempotency-Key of a route that accepts one. */
  idempotencyKey: string | undefined;
  idempotency: IdempotencyTag | undefined;
  /** True when a backend has returned the stored outcome of an earlier request, an error too. */
  isReplayed: boolean;
  /** Calls the handler with the validated input. */
  call: RouteCall<GatewayContext> | undefined;
}

export type ExchangeResponse = Response<unknown, Exchange>;

/** A middleware of the pipeline. A promise that rejects goes to the error writer. */
export type Middleware = (req: Request, res: ExchangeResponse, next: NextFunction) => Promise<void> | void;

const NO_PARAMS: Readonly<Record<string, string>> = {};

export type NewExchange = Pick<Exchange, 'req' | 'res' | 'requestId' | 'span' | 'startedAtMs'>;

export function createExchange(start: NewExchange): Exchange {
  const { req } = start;
  return {
    ...start,
    address: req.ip ?? '',
    isSecure: req.secure,
    headers: {},
    path: undefined,
    route: undefined,
    params: NO_PARAMS,
    pathname: '',
    search: '',
    caller: undefined,
    decision: undefined,
    body: undefined,
    idempotencyKey: undefined,
    idempotency: undefined,
    call: undefined,
    isReplayed: false,
  };
}
