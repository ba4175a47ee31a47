import type { CallContext, Clock } from '@outreach/service-kit';
import { continueTrace } from '@outreach/service-kit';
import type { Request, Response } from 'express';
import { addressKey } from '../domain/address-key.ts';
import type { Caller } from '../domain/credentials/caller.ts';
import type { Decision } from '../domain/rate-limits/rate-limiter.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const NO_SCOPES: ReadonlySet<string> = new Set();
const ANONYMOUS = { type: 'anonymous', id: '', role: '' } as const;

/** One request and what became known of it on the way. */
export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  /** What stood in the places of the path's parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly address: string;
  readonly startedAtMs: number;
  caller: Caller | undefined;
  /** What the rate headers show; without one they show the limit of the address. */
  decision: Decision | undefined;
}

export function openExchange(
  { req, res, params }: Pick<Exchange, 'req' | 'res' | 'params'>,
  parts: { clock: Clock; newRequestId: () => string },
): Exchange {
  const given = req.headers['x-request-id'];
  const isKept = typeof given === 'string' && REQUEST_ID.test(given);
  return {
    req,
    res,
    params,
    requestId: isKept ? given : parts.newRequestId(),
    address: req.ip ?? '',
    startedAtMs: parts.clock.now(),
    caller: undefined,
    decision: undefined,
  };
}

export function addressKeyOf(exchange: Exchange): string {
  return addressKey(exchange.address);
}

/** The context of the calls that answer this request; reads end when the client goes, writes do not. */
export function callContext(exchange: Exchange, deadlineAtMs: number): CallContext {
  const { caller, req } = exchange;
  let signal: AbortSignal | undefined;
  const traceparent = req.headers['traceparent'];
  return {
    workspaceId: caller?.workspaceId ?? '',
    agencyId: caller?.agencyId ?? '',
    principal: caller?.principal ?? ANONYMOUS,
    scopes: caller?.scopes ?? NO_SCOPES,
    requestId: exchange.requestId,
    trace: continueTrace(typeof traceparent === 'string' ? traceparent : undefined),
    deadlineAtMs,
    // Made when somebody asks for it: a controller with its listener costs more than most parts of a request.
    get signal() {
      return (signal ??= signalOf(exchange));
    },
    clientAddress: exchange.address,
    idempotency: undefined,
    notes: { replayed: false },
  };
}

function signalOf({ req, res }: Exchange): AbortSignal {
  const abort = new AbortController();
  if (req.method !== 'GET' && req.method !== 'HEAD') return abort.signal;
  const end = (): void => {
    if (!res.writableFinished) abort.abort();
  };
  if (res.closed) end();
  else res.once('close', end);
  return abort.signal;
}
