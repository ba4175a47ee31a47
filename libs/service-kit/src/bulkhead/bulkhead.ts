import type { ErrorKind } from '@outreach/errors';
import { createBreaker, type Breaker } from './breaker.ts';
import type { CallContext } from '../call-context.ts';
import { FairPool, type FairPoolLimits } from './fair-pool.ts';

/** Slots and a breaker of some methods: other methods of the service neither use them nor wait for them. */
export interface Bulkhead {
  /** Shown in metrics and logs after the name of the service. */
  readonly name: string;
  readonly limits: FairPoolLimits;
  /** Calls of one owner share the slots per owner; the workspace by default. */
  readonly ownerOf?: (ctx: CallContext) => string;
  /** Time in ms before its deadline at which a call stops waiting for a slot; the time of one hop by default. */
  readonly reserveMs?: number;
  /** Kinds of errors that count against the service; the kinds of all other calls by default. */
  readonly failureKinds?: readonly ErrorKind[];
}

/** Admission control of outgoing calls. */
export interface Gate {
  pass<T>(ctx: CallContext, call: () => Promise<T>): Promise<T>;
  stop(): void;
}

export interface BulkheadGateOptions {
  readonly service: string;
  readonly bulkhead: Bulkhead;
  /** The breaker of the other calls to the service; while it is open the service is unreachable. */
  readonly serviceBreaker: Breaker;
}

/** Time in ms that each hop subtracts from the deadline of its caller. */
export const HOP_COST_MS = 50;

/** Limits of calls that reach an external server, per called service. */
const OUTBOUND_LIMITS: FairPoolLimits = {
  callCountMax: 64,
  callCountPerOwnerMax: 5,
  waitingCountMax: 512,
  waitingCountPerOwnerMax: 64,
};

export const OUTBOUND_BULKHEAD: Bulkhead = {
  name: 'outbound',
  limits: OUTBOUND_LIMITS,
  // A passed deadline is no failure of the service: it waited for a server that the customer chose.
  failureKinds: ['unavailable', 'internal'],
};

/** Admits the calls of one bulkhead. */
export function createBulkheadGate({ service, bulkhead, serviceBreaker }: BulkheadGateOptions): Gate {
  const { limits, ownerOf = ({ workspaceId }) => workspaceId, failureKinds } = bulkhead;
  const { reserveMs = HOP_COST_MS } = bulkhead;
  const name = `${service}-${bulkhead.name}`;
  const breaker = createBreaker(name, {
    capacity: limits.callCountMax,
    ...(failureKinds === undefined ? {} : { failureKinds }),
  });
  const pool = new FairPool(name, limits);
  return {
    pass: async (ctx, call) => {
      serviceBreaker.requireClosed();
      breaker.requireClosed();
      const request = { owner: ownerOf(ctx), deadlineAtMs: ctx.deadlineAtMs - reserveMs };
      return pool.run(request, async () => breaker.fire(call));
    },
    stop: () => breaker.stop(),
  };
}
