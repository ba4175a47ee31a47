import type { Clock, NewId } from '@outreach/service-kit';
import type { Audit } from '../audit-log/index.ts';
import type { RefreshTokenStore } from '../refresh-tokens/index.ts';
import type { TokenSigner } from '../signing-keys/index.ts';
import type { Passwords, UserDirectory } from '../users/index.ts';

/** The second factors of users. */
export interface SecondFactorCheck {
  /** Part of a transaction that has locked the user: uses a code up. A user without a second factor passes. */
  check(userId: string, code: string | undefined): Promise<'passed' | 'missing' | 'wrong'>;
}

export interface TokenPorts {
  readonly users: UserDirectory;
  readonly passwords: Passwords;
  readonly refreshTokens: RefreshTokenStore;
  readonly signer: TokenSigner;
  readonly randomBytes: (count: number) => Buffer;
  readonly secondFactors: SecondFactorCheck;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}
