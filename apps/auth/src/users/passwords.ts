import { hash, verify } from '@node-rs/argon2';
import { currentCall, FairPool, type Clock, type FairPoolLimits } from '@outreach/service-kit';
import type { Passwords } from './ports.ts';

/** argon2id with the parameters of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

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

export type InPasswordSlot = <T>(compute: () => Promise<T>) => Promise<T>;

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

const UNUSED_PASSWORD = 'a password that belongs to no user';

/** @param inSlot runs a computation when a slot is free. */
export function createPasswords(inSlot: InPasswordSlot): Passwords {
  const unused = hash(UNUSED_PASSWORD, PARAMETERS);
  return {
    hash: async (password) => inSlot(async () => hash(password, PARAMETERS)),
    verify: async (password, stored) => {
      const known = stored ?? (await unused);
      const matches = await inSlot(async () => verify(known, password));
      return stored !== undefined && matches;
    },
  };
}
