import type { ProviderName, StoredTokens } from '../oauth/index.ts';

/** The tokens of a consent, or the refresh token of a client with a flow of its own. */
export interface OAuthGrant extends Pick<StoredTokens, 'refresh_token' | 'access_token' | 'expires_at'> {
  readonly provider: ProviderName;
  readonly subject: string | null;
  readonly scopes: readonly string[];
}
