import type { ErrorKind } from '@outreach/errors';
import { createBreaker, type Breaker } from './breaker.ts';
import type { CallContext } from './call-context.ts';
import type { Gate } from './outbound-call-gate.ts';
import { FairPool, type FairPoolLimits } from './fair-pool.ts';

/** Slots and a breaker of some methods: other methods of the service neither use them nor wait for them. */
export interface Room {
  /** Shown in metrics and logs after the name of the service. */
  readonly name: string;
  readonly limits: FairPoolLimits;
  /** Calls of one owner share the slots per owner; the workspace by default. */
  readonly ownerOf?: (ctx: CallContext) => string;
  /** Time in ms before its deadline at which a call stops waiting for a slot. */
  readonly reserveMs: number;
  /** Kinds of errors that count against the service; the kinds of all other calls by default. */
  readonly failureKinds?: readonly ErrorKind[];
}

export interface RoomGateOptions {
  readonly service: string;
  readonly room: Room;
  /** The breaker of the other calls to the service; while it is open the service is unreachable. */
  readonly serviceBreaker: Breaker;
}

/** Admits the calls of one room. */
export function createRoomGate({ service, room, serviceBreaker }: RoomGateOptions): Gate {
  const { limits, ownerOf = ({ workspaceId }) => workspaceId, reserveMs, failureKinds } = room;
  const name = `${service}-${room.name}`;
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
