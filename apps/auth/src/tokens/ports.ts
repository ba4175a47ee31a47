import type { Clock, NewId } from '@outreach/service-kit';
import type { Audit } from '../audit-log/index.ts';
import type { RefreshTokenStore } from '../refresh-tokens/index.ts';
import type { TokenSigner } from '../signing-keys/index.ts';
import type { Passwords, UserDirectory } from '../users/index.ts';

export interface RefreshSecrets {
  newToken(): string;
  /** SHA-256, hex. */
  digest(token: string): string;
}

export interface IssueTokensPorts {
  readonly refreshTokens: Pick<RefreshTokenStore, 'insert'>;
  readonly signer: Pick<TokenSigner, 'signAccess'>;
  readonly secrets: Pick<RefreshSecrets, 'newToken' | 'digest'>;
  readonly clock: Clock;
}

export interface LogInPorts extends IssueTokensPorts {
  readonly users: Pick<UserDirectory, 'findByUsername' | 'lock'>;
  readonly passwords: Pick<Passwords, 'verify'>;
  readonly audit: Audit;
  readonly newId: NewId;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}

export interface RefreshPorts extends IssueTokensPorts {
  readonly users: Pick<UserDirectory, 'lock'>;
  readonly refreshTokens: Omit<RefreshTokenStore, 'removeOfUser'>;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}

export interface RevokePorts {
  readonly users: Pick<UserDirectory, 'lock'>;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
  readonly refreshTokens: Pick<RefreshTokenStore, 'findById' | 'removeFamily'>;
  readonly secrets: Pick<RefreshSecrets, 'digest'>;
}
