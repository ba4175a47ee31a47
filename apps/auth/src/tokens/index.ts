import { randomBytes } from 'node:crypto';
import type { ServiceBase } from '@outreach/app-kit';
import type { Origin } from '../audit-log/index.ts';
import type { User } from '../users/index.ts';
import type { TokenPair } from '@outreach/contracts-auth/gen/auth.ts';
import type { AuthFeature } from '../methods/index.ts';
import type { TokenPorts } from './ports.ts';
import { startSession } from './log-in.ts';
import { tokenMethods } from './tokens.rpc.ts';

export type { TokenPair } from '@outreach/contracts-auth/gen/auth.ts';

/** Part of a transaction: logs a user in whose right to it was checked. */
export type StartSession = (origin: Origin, user: User) => Promise<TokenPair>;

export interface Tokens extends AuthFeature {
  readonly startSession: StartSession;
}

/** Log-in, and the exchange and revocation of refresh tokens. */
export function createTokens(
  base: ServiceBase,
  needs: Omit<TokenPorts, 'randomBytes' | 'clock' | 'newId' | 'unitOfWork'>,
): Tokens {
  const { clock, ids: newId } = base;
  const { unitOfWork } = base.units;
  const ports = { ...needs, randomBytes, clock, newId, unitOfWork };
  return {
    name: 'tokens',
    methods: tokenMethods(ports),
    startSession: async (origin, user) => startSession(ports, origin, user),
  };
}
