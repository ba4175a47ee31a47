import type { Clock } from '@outreach/service-kit';
import type { Invitations } from '../invitations/index.ts';
import type { StartSession } from '../tokens/index.ts';
import type { UserDirectory } from '../users/index.ts';

/** A log-in that was started and has not come back yet. */
export interface OidcFlow {
  /** Digest of the state. */
  readonly id: string;
  /** Digest of the secret of the browser that has started it. */
  readonly browser_digest: string;
  readonly nonce: string;
  /** The secret of PKCE (RFC 7636). */
  readonly code_verifier: string;
  readonly expires_at: Date;
}

/** Log-ins of all processes. */
export interface OidcFlowStore {
  /** @throws AppError unavailable when too many log-ins are open. */
  insert(flow: OidcFlow): Promise<void>;
  /** Removes a log-in and returns it: its state works once. Undefined if it is unknown, used or expired. */
  take(id: string): Promise<OidcFlow | undefined>;
}

export interface AuthorizationRequest {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface CodeExchange extends AuthorizationRequest {
  /** The query of the callback. */
  readonly query: string;
}

/** What the provider says about the person. */
export interface IdentityClaims {
  readonly email: unknown;
  readonly email_verified: unknown;
}

/** The OpenID Connect provider of the installation. */
export interface IdentityProvider {
  /** The page on which a person logs in. @throws AppError unavailable. */
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /**
   * Exchanges the code and validates the ID token.
   * @throws AppError unauthenticated for a refusal, or an answer that is not valid; unavailable without an answer.
   */
  exchange(exchange: CodeExchange): Promise<IdentityClaims>;
}

export interface OidcPorts {
  readonly flows: OidcFlowStore;
  readonly provider: IdentityProvider;
  readonly randomBytes: (count: number) => Buffer;
  readonly users: UserDirectory;
  readonly invitations: Invitations;
  readonly startSession: StartSession;
  readonly clock: Clock;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}
