import { currentCall, type Clock } from '@outreach/service-kit';
import { FairPool, type FairPoolLimits } from '@outreach/service-kit/bulkhead';
import type { InPasswordSlot } from './passwords.ts';

/**
 * Computations at a time. They use the four threads of libuv, and so do signatures of tokens and identities, which must
 * not wait for them.
 */
const PASSWORD_SLOTS = 2;

/** Computations of one process; more wait until the deadline of their call. */
export const PASSWORD_LIMITS: FairPoolLimits = {
  callCountMax: PASSWORD_SLOTS,
  callCountPerOwnerMax: PASSWORD_SLOTS,
  waitingCountMax: 512,
  waitingCountPerOwnerMax: 128,
  lateKind: 'unavailable',
};

/** Slots shared fairly by client addresses, or by workspaces for calls of users. */
export function createPasswordSlots(clock: Clock): InPasswordSlot {
  const pool = new FairPool('passwords', PASSWORD_LIMITS);
  return async (compute) => {
    const call = currentCall();
    const owner = call?.workspaceId === '' ? call.clientAddress : (call?.workspaceId ?? '');
    const deadlineAtMs = call?.deadlineAtMs ?? clock.now() + OPERATOR_TIMEOUT_MS;
    return pool.run({ owner, deadlineAtMs }, compute);
  };
}

/** Timeout of operator commands, which run outside a call. */
const OPERATOR_TIMEOUT_MS = 30_000;
