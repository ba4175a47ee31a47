import type { Clock } from '@outreach/service-kit';
import type { GatewayPorts } from '../routes/index.ts';
import { toCallContext } from './call-context.ts';
import type { Middleware } from './exchange.ts';
import type { Respond } from './respond.ts';

const DEADLINE_MS = 5_000;

/** Calls the handler of the route and writes its reply. */
export function callBackend(ports: GatewayPorts, clock: Clock, respond: Respond): Middleware {
  return async (_req, res) => {
    const exchange = res.locals;
    const { call, route } = exchange;
    if (call === undefined) throw new TypeError('The request is not validated.');
    // The deadline starts when the body is here: a slow client does not shorten the time of the backends.
    const ctx = toCallContext(exchange, clock.now() + (route?.deadlineMs ?? DEADLINE_MS));
    const reply = await call(ctx, ports, exchange);
    await respond(exchange, reply, ctx.notes.replayed);
  };
}
