import type { OAuthProvider, ProviderName } from './providers.ts';

/** The tokens of one account. */
export interface StoredTokens extends IssuedTokens {
  readonly account_id: string;
  readonly provider: ProviderName;
  /** Changes with every write. */
  readonly generation: string;
  /** True after the provider has refused the refresh token. */
  readonly is_revoked: boolean;
}

export interface IssuedTokens {
  readonly refresh_token: string;
  /** Null before the first refresh. */
  readonly access_token: string | null;
  /** The end of the access token. */
  readonly expires_at: Date | null;
}

/** The tokens of the accounts of the current call's workspace, sealed. */
export interface TokenStore {
  find(accountId: string): Promise<StoredTokens | undefined>;
  /** Part of a transaction: replaces the tokens of the account, whatever they are. */
  put(tokens: StoredTokens): Promise<void>;
  /** Replaces the tokens of this generation. Returns false if they were replaced or removed before. */
  replace(generation: string, tokens: StoredTokens): Promise<boolean>;
  /** Part of a transaction: marks the tokens of this generation as revoked. Returns false if they are not stored. */
  markRevoked(accountId: string, generation: string): Promise<boolean>;
  /** Part of a transaction. */
  remove(accountId: string): Promise<void>;
  /** Part of a transaction: removes the tokens, and revokes them in the background. */
  revoke(accountId: string): Promise<void>;
}

/** A refresh whose tokens may not be stored yet. */
export interface RefreshRecord {
  readonly workspaceId: string;
  /** The generation that the tokens replace. */
  readonly generation: string;
  readonly tokens: StoredTokens;
}

/** The local record of refreshes, which survives the death of this process. */
export interface TokenJournal {
  /** Written at once after the answer, before the tokens are stored. */
  write(record: RefreshRecord): void;
  /** The record of a refresh of these tokens; undefined if there is none. */
  read(accountId: string, generation: string): RefreshRecord | undefined;
  readAll(): readonly RefreshRecord[];
  /** The tokens are stored, or are not needed any more. */
  remove(record: Pick<RefreshRecord, 'generation' | 'tokens'>): void;
}

/** The tokens of an answer of the token endpoint. */
export interface TokenAnswer {
  /** Null if the previous refresh token stays valid. */
  readonly refreshToken: string | null;
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** Null if the server has granted what was asked for. */
  readonly scopes: readonly string[] | null;
}

/** The claims of a validated ID token. */
export type IdClaims = Readonly<Record<string, unknown>> & { readonly sub: string };

export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** The mailbox that is expected. */
  readonly loginHint: string | undefined;
}

export interface CodeExchange {
  /** The address of the callback with the parameters of the provider. */
  readonly callbackUrl: URL;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The authorization servers of the providers. */
export interface AuthorizationServers {
  authorizationUrl(provider: OAuthProvider, request: AuthorizationRequest): Promise<string>;
  /** @throws OAuthFailed. */
  exchange(
    provider: OAuthProvider,
    exchange: CodeExchange,
  ): Promise<{ readonly answer: TokenAnswer; readonly claims: IdClaims }>;
  /** `onAnswer` is called as soon as the answer is read. Returns the subject, if the answer has one. @throws OAuthFailed. */
  refresh(
    provider: OAuthProvider,
    refreshToken: string,
    onAnswer: (answer: TokenAnswer) => void,
  ): Promise<{ readonly answer: TokenAnswer; readonly subject: string | null }>;
  /** @throws OAuthFailed. */
  revoke(provider: OAuthProvider, refreshToken: string): Promise<void>;
}

export type OAuthFailure =
  /** The owner has refused the consent. */
  | 'access_denied'
  /** The code or the refresh token is not valid, or no longer. */
  | 'invalid_grant'
  /** The ID token is absent or not valid. */
  | 'invalid_id_token'
  /** The server has refused the request, or does not answer. */
  | 'failed';

/** A request to an authorization server has failed. */
export class OAuthFailed extends Error {
  readonly failure: OAuthFailure;

  /** @param message a public text without secrets. */
  constructor(failure: OAuthFailure, message: string) {
    super(message);
    this.name = 'OAuthFailed';
    this.failure = failure;
  }
}
