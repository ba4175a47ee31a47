import type { CallContext } from '@outreach/service-kit';
import type { Exchange } from './exchange.ts';

const NO_SCOPES: ReadonlySet<string> = new Set();
const ANONYMOUS = { type: 'anonymous', id: '', role: '' } as const;

/** The context of the calls to backends. A read is canceled when the client disconnects, a write is not. */
export function toCallContext(exchange: Exchange, deadlineAtMs: number): CallContext {
  const { caller } = exchange;
  let signal: AbortSignal | undefined;
  return {
    workspaceId: caller?.workspaceId ?? '',
    agencyId: caller?.agencyId ?? '',
    principal: caller?.principal ?? ANONYMOUS,
    scopes: caller?.scopes ?? NO_SCOPES,
    requestId: exchange.requestId,
    trace: exchange.span.spanContext(),
    deadlineAtMs,
    // Created on first use: a controller with its listener is among the most expensive steps of a request.
    get signal() {
      return (signal ??= signalOf(exchange));
    },
    clientAddress: exchange.address,
    idempotency: exchange.idempotency,
    notes: { replayed: false },
  };
}

function signalOf({ req, res, route }: Exchange): AbortSignal {
  const controller = new AbortController();
  // A POST without an idempotency key changes nothing, for example a search.
  const isRead =
    req.method === 'GET' || req.method === 'HEAD' || (req.method === 'POST' && !route?.idempotent);
  if (!isRead) return controller.signal;
  const onClose = (): void => {
    if (!res.writableFinished) controller.abort();
  };
  if (res.closed) onClose();
  else res.once('close', onClose);
  return controller.signal;
}
