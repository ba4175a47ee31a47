import type { CredentialType } from '@outreach/contracts-auth/credentials';
import type { Principal } from '@outreach/service-kit';
import type { LimitedCaller } from '../rate-limits/limit-uses.ts';

/** The user or API key of a valid credential. */
export interface Caller extends LimitedCaller {
  readonly principal: Principal;
  readonly scopes: ReadonlySet<string>;
  /** Empty outside an agency. */
  readonly agencyId: string;
}

/** The status of a credential, from auth. */
export interface CredentialStatus {
  readonly caller: Caller;
  /** Unix time in ms after which the credential is invalid. */
  readonly expiresAtMs: number;
  /** Access tokens issued before this Unix time in ms are invalid. */
  readonly tokensValidFromMs: number;
}

/** The claims of an access token that the gateway uses. Scopes and role come from the credential status. */
export interface AccessClaims {
  readonly userId: string;
  readonly workspaceId: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/** The subject whose credential status changed: its cached statuses are invalid. */
export interface Invalidation {
  readonly type: CredentialType;
  readonly id: string;
}

/** A change that auth lists. */
export interface CredentialChange extends Invalidation {
  /** Unique for each change. */
  readonly changeId: string;
}
