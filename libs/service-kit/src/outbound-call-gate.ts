import type { ErrorKind } from '@outreach/errors';
import { createBreaker, type Breaker } from './breaker.ts';
import type { CallContext } from './call-context.ts';
import { FairPool, type FairPoolLimits } from './fair-pool.ts';

/** Admission control of outgoing calls. */
export interface Gate {
  pass<T>(ctx: CallContext, call: () => Promise<T>): Promise<T>;
  stop(): void;
}

/** Limits of calls that reach an external server, per called service. */
const OUTBOUND_LIMITS: FairPoolLimits = {
  callCountMax: 64,
  callCountPerOwnerMax: 5,
  waitingCountMax: 512,
  waitingCountPerOwnerMax: 64,
};

/** A passed deadline does not count as a failure of the service: it waited for a server that the customer chose. */
const FAILURE_KINDS: readonly ErrorKind[] = ['unavailable', 'internal'];

export interface OutboundCallGateOptions {
  readonly service: string;
  /** Time in ms before its deadline at which a call stops waiting for a slot. */
  readonly reserveMs: number;
  /** The breaker of all other calls to the service; while it is open the service is unreachable. */
  readonly serviceBreaker: Breaker;
}

/** Admits calls that reach an external server: slots shared fairly by workspaces, and a breaker of their own. */
export function createOutboundCallGate({
  service,
  reserveMs,
  serviceBreaker,
}: OutboundCallGateOptions): Gate {
  const name = `${service}-outbound`;
  const breaker = createBreaker(name, {
    capacity: OUTBOUND_LIMITS.callCountMax,
    failureKinds: FAILURE_KINDS,
  });
  const pool = new FairPool(name, OUTBOUND_LIMITS);
  return {
    pass: async (ctx, call) => {
      serviceBreaker.requireClosed();
      breaker.requireClosed();
      const request = { owner: ctx.workspaceId, deadlineAtMs: ctx.deadlineAtMs - reserveMs };
      return pool.run(request, async () => breaker.fire(call));
    },
    stop: () => breaker.stop(),
  };
}
