import type { Reply } from '@outreach/http-kit';
import type { Clock } from '@outreach/service-kit';
import type { GatewayPorts } from '../routes/index.ts';
import { toCallContext } from './call-context.ts';
import type { Middleware } from './exchange.ts';
import { withClaimedPath, type IdempotencyPaths } from './idempotency-paths.ts';
import type { Respond } from './respond.ts';

const DEADLINE_MS = 5_000;

export interface CallBackendOptions {
  readonly ports: GatewayPorts;
  readonly clock: Clock;
  readonly respond: Respond;
  readonly idempotencyPaths: IdempotencyPaths;
}

/** Calls the handler of the route and writes its reply. */
export function callBackend({ ports, clock, respond, idempotencyPaths }: CallBackendOptions): Middleware {
  return async (_req, res) => {
    const exchange = res.locals;
    const { call, route } = exchange;
    if (call === undefined) throw new TypeError('The request is not validated.');
    // The deadline starts when the body is here: a slow client does not shorten the time of the backends.
    const ctx = toCallContext(exchange, clock.now() + (route?.deadlineMs ?? DEADLINE_MS));
    const run = async (): Promise<Reply> => call(ctx, ports, exchange);
    const { idempotency } = exchange;
    try {
      const reply =
        idempotency === undefined
          ? await run()
          : await withClaimedPath(idempotencyPaths, { keyId: idempotency.id, path: exchange.pathname }, run);
      exchange.isReplayed = ctx.notes.replayed;
      await respond(exchange, reply);
    } catch (thrown) {
      // A stored refusal is a replay too.
      exchange.isReplayed = ctx.notes.replayed;
      throw thrown;
    }
  };
}
