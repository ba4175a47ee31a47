import type { ErrorKind } from '@outreach/errors';
import { createBreaker, type Breaker } from './breaker.ts';
import type { CallContext } from './call-context.ts';
import { FairPool, type FairPoolLimits } from './fair-pool.ts';

/** What a call passes on its way out. */
export interface Gate {
  pass<T>(ctx: CallContext, call: () => Promise<T>): Promise<T>;
  stop(): void;
}

/** Room for calls that wait for a server outside, per called service. */
const OUTSIDE_LIMITS: FairPoolLimits = {
  callCountMax: 64,
  callCountPerOwnerMax: 5,
  waitingCountMax: 512,
  waitingCountPerOwnerMax: 64,
};

/** A call that took too long says nothing about the service: it waits for a server that the customer chose. */
const SICK_KINDS: readonly ErrorKind[] = ['unavailable', 'internal'];

export interface OutsideGateOptions {
  readonly service: string;
  /** Time before its deadline at which a call stops waiting for room. */
  readonly reserveMs: number;
  /** Guards the other calls of the same service; while it is open the service is away. */
  readonly usual: Breaker;
}

/** The way out for calls that wait for a server outside: room shared fairly by workspaces, and a breaker of their own. */
export function createOutsideGate({ service, reserveMs, usual }: OutsideGateOptions): Gate {
  const name = `${service}-outside`;
  const breaker = createBreaker(name, { capacity: OUTSIDE_LIMITS.callCountMax, sickKinds: SICK_KINDS });
  const pool = new FairPool(name, OUTSIDE_LIMITS);
  return {
    pass: async (ctx, call) => {
      usual.demandClosed();
      breaker.demandClosed();
      const turn = { owner: ctx.workspaceId, deadlineAtMs: ctx.deadlineAtMs - reserveMs };
      return pool.run(turn, async () => breaker.fire(call));
    },
    stop: () => breaker.stop(),
  };
}
