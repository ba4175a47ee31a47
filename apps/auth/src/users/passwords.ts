import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from './ports.ts';

/** argon2id with the parameters of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const UNUSED_PASSWORD = 'a password that belongs to no user';

export function createPasswords(): Passwords {
  const unused = hash(UNUSED_PASSWORD, PARAMETERS);
  return {
    hash: async (password) => hash(password, PARAMETERS),
    verify: async (password, stored) => {
      const matches = await verify(stored ?? (await unused), password);
      return stored !== undefined && matches;
    },
  };
}
