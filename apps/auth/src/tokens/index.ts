import { randomBytes } from 'node:crypto';
import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { Audit, Origin } from '../audit-log/index.ts';
import type { RefreshTokenStore } from '../refresh-tokens/index.ts';
import type { TokenSigner } from '../signing-keys/index.ts';
import type { Passwords, User, UserDirectory } from '../users/index.ts';
import type { TokenPair } from './issue-tokens.ts';
import type { SecondFactorCheck } from './ports.ts';
import { startSession } from './log-in.ts';
import { createRefreshSecrets } from './refresh-secrets.ts';
import { tokenMethods, type TokenMethods } from './tokens.rpc.ts';

export type { TokenPair } from './issue-tokens.ts';

/** Part of a transaction: logs a user in whose right to it was checked. */
export type StartSession = (origin: Origin, user: User) => Promise<TokenPair>;

export interface Tokens extends Feature<TokenMethods> {
  readonly startSession: StartSession;
}

export interface TokensNeeds {
  readonly audit: Audit;
  readonly users: UserDirectory;
  readonly passwords: Passwords;
  readonly refreshTokens: RefreshTokenStore;
  readonly signer: TokenSigner;
  readonly secondFactors: SecondFactorCheck;
}

/** Log-in, and the exchange and revocation of refresh tokens. */
export function createTokens(base: ServiceBase, needs: TokensNeeds): Tokens {
  const { clock, ids: newId, units } = base;
  const secrets = createRefreshSecrets(randomBytes);
  const unitOfWork = async <T>(fn: () => Promise<T>): Promise<T> => units.unitOfWork(async () => fn());
  const ports = { ...needs, secrets, clock, newId, unitOfWork };
  return {
    name: 'tokens',
    methods: tokenMethods(ports),
    startSession: async (origin, user) => startSession(ports, origin, user),
  };
}
