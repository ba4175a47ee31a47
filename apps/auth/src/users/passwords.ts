import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from './ports.ts';

/** argon2id with the parameters of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Runs a computation when a slot is free. */
export type InPasswordSlot = <T>(compute: () => Promise<T>) => Promise<T>;

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
