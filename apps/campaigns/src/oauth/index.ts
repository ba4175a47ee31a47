import { setTimeout as delay } from 'node:timers/promises';
import type { Feature, ServiceBase } from '@outreach/app-kit';
import { createAddressGuard, createGuardedAgent } from '@outreach/outbound-kit';
import { createBoundedFetch } from '@outreach/outbound-kit/bounded-fetch';
import type { CampaignsConfig } from '../config.ts';
import { journalFolder } from '../journal-folder.ts';
import { createAccessTokens, type AccessTokenPorts, type AccessTokens } from './access-tokens.ts';
import { createAuthorizationServers } from './authorization-servers.client.ts';
import type { AuthorizationServers, TokenStore } from './ports.ts';
import {
  createProviders,
  type Providers,
  type ProviderSettings,
  type ProvidersOptions,
} from './providers.ts';
import { revokeTokensJob } from './revoke-tokens.job.ts';
import { settleRefreshesJob } from './settle-refreshes.job.ts';
import { createTokenJournal } from './token-journal.client.ts';
import { createTokenStore } from './token.store.ts';

export { issuedTokens, NoAccessToken } from './access-tokens.ts';
export type { AccessTokens, Refreshed } from './access-tokens.ts';
export { OAuthFailed } from './ports.ts';
export type { AuthorizationServers, StoredTokens, TokenStore } from './ports.ts';
export { isServerOf, mailboxOf } from './providers.ts';
export type { OAuthProvider, ProviderName, Providers } from './providers.ts';

export interface OAuth extends Feature {
  readonly providers: Providers;
  readonly servers: AuthorizationServers;
  readonly tokens: TokenStore;
  /** The access tokens; the handlers record what happens to them at the accounts. */
  accessTokensWith(handlers: Pick<AccessTokenPorts, 'onRefreshed' | 'onRevoked'>): AccessTokens;
}

/** Tokens of mailboxes by OAuth 2.0: providers, refresh and revocation. */
export function createOAuth(base: ServiceBase, config: CampaignsConfig): OAuth {
  const { sealer, logger, clock, ids: newId, leases } = base;
  const dispatcher = createGuardedAgent(createAddressGuard(config.OUTBOUND_ALLOW_PRIVATE_CIDRS));
  const servers = createAuthorizationServers(createBoundedFetch(dispatcher));
  const providers = createProviders(settingsOf(config));
  const { tokens, revocations } = createTokenStore(base);
  const journal = createTokenJournal({ folder: journalFolder(config, 'tokens'), sealer, logger });
  const pause = async (ms: number): Promise<void> => delay(ms);
  return {
    name: 'oauth',
    resources: [{ name: 'authorization servers', stop: async () => dispatcher.close() }],
    jobs: [
      settleRefreshesJob(journal, tokens, base),
      revokeTokensJob({ queue: revocations, tokens, servers, providers, base }),
    ],
    providers,
    servers,
    tokens,
    accessTokensWith: (handlers) =>
      createAccessTokens({ tokens, journal, servers, providers, leases, ...handlers, pause, clock, newId }),
  };
}

function settingsOf(config: CampaignsConfig): ProvidersOptions {
  const of = (prefix: 'OAUTH_GOOGLE' | 'OAUTH_MICROSOFT'): ProviderSettings => ({
    clientId: config[`${prefix}_CLIENT_ID`],
    clientSecret: config[`${prefix}_CLIENT_SECRET`],
    issuer: config[`${prefix}_ISSUER`],
    authorizationUrl: config[`${prefix}_AUTHORIZATION_URL`],
    tokenUrl: config[`${prefix}_TOKEN_URL`],
    jwksUrl: config[`${prefix}_JWKS_URL`],
    revocationUrl: config[`${prefix}_REVOCATION_URL`],
    smtp: config[`${prefix}_SMTP`],
    imap: config[`${prefix}_IMAP`],
  });
  return {
    settings: { google: of('OAUTH_GOOGLE'), microsoft: of('OAUTH_MICROSOFT') },
    microsoftTenant: config.OAUTH_MICROSOFT_TENANT,
  };
}
