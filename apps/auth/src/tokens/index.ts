import { randomBytes } from 'node:crypto';
import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { Audit } from '../audit-log/index.ts';
import type { RefreshTokenStore } from '../refresh-tokens/index.ts';
import type { TokenSigner } from '../signing-keys/index.ts';
import type { Passwords, UserDirectory } from '../users/index.ts';
import { createRefreshSecrets } from './refresh-secrets.ts';
import { tokenMethods, type TokenMethods } from './tokens.rpc.ts';

export interface TokensNeeds {
  readonly audit: Audit;
  readonly users: UserDirectory;
  readonly passwords: Passwords;
  readonly refreshTokens: RefreshTokenStore;
  readonly signer: TokenSigner;
}

/** Log-in, and the exchange and revocation of refresh tokens. */
export function createTokens(base: ServiceBase, needs: TokensNeeds): Feature<TokenMethods> {
  const { clock, ids: newId, units } = base;
  const secrets = createRefreshSecrets(randomBytes);
  const unitOfWork = async <T>(fn: () => Promise<T>): Promise<T> => units.unitOfWork(async () => fn());
  return { name: 'tokens', methods: tokenMethods({ ...needs, secrets, clock, newId, unitOfWork }) };
}
