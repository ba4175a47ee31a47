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

/** The second factors of users. */
export interface SecondFactorCheck {
  /** Part of a transaction that has locked the user: uses a code up. A user without a second factor passes. */
  check(userId: string, code: string | undefined): Promise<'passed' | 'missing' | 'wrong'>;
}

export interface LogInPorts extends IssueTokensPorts {
  readonly users: Pick<UserDirectory, 'findByUsername' | 'lock'>;
  readonly passwords: Pick<Passwords, 'verify'>;
  readonly secondFactors: SecondFactorCheck;
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
