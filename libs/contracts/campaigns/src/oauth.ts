import { z } from 'zod';

export const AUTH_METHODS = ['password', 'oauth2'] as const;
export const OAUTH_PROVIDERS = ['google', 'microsoft'] as const;
export const OAUTH_STATUSES = ['connected', 'revoked'] as const;

/** The status reason of an account whose refresh token the provider has refused. */
export const OAUTH_REVOKED = 'oauth_revoked';

/** How a consent can fail, as `error` of the return address. */
export const OAUTH_ERRORS = [
  'access_denied',
  'other_mailbox',
  'exchange_failed',
  'invalid_id_token',
] as const;
export type OAuthError = (typeof OAUTH_ERRORS)[number];

/** The consent of the owner of a mailbox, without its tokens. */
export const oauthSchema = z.object({
  provider: z.enum(OAUTH_PROVIDERS).describe('The provider that has issued the tokens.'),
  subject: z.string().nullable().describe('The id of the mailbox at the provider; `null` until it is known.'),
  scopes: z.array(z.string()).describe('The scopes that the provider has granted.'),
  status: z
    .enum(OAUTH_STATUSES)
    .describe('`connected`, or `revoked` after the provider has refused the refresh token.'),
  connected_at: z.iso.datetime(),
  refreshed_at: z.iso.datetime().nullable().describe('The last refresh of the access token.'),
});
