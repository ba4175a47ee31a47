import type { Principal } from '@outreach/service-kit';
import type { LimitedCaller } from '../rate-limits/limit-uses.ts';

/** Whoever sent a valid credential, as it stands now. */
export interface Caller extends LimitedCaller {
  readonly principal: Principal;
  readonly scopes: ReadonlySet<string>;
  /** Empty outside an agency. */
  readonly agencyId: string;
}

/** What auth says of a credential. */
export interface CredentialStatus {
  readonly caller: Caller;
  /** Moment in ms since the epoch after which the credential is void. */
  readonly expiresAtMs: number;
  /** Access tokens issued before it, in ms since the epoch, are void. */
  readonly tokensValidFromMs: number;
}

/** The members of an access token that the gateway uses; scopes and role come from the standing. */
export interface AccessClaims {
  readonly userId: string;
  readonly workspaceId: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/** Somebody's standing changed: what is cached of it is void. */
export interface Invalidation {
  readonly type: 'api_key' | 'user' | 'workspace';
  readonly id: string;
}
