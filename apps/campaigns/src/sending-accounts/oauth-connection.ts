import { sendingAccountStates } from '@outreach/contracts-campaigns';
import { OAUTH_REVOKED } from '@outreach/contracts-campaigns/oauth';
import { invalidField } from '@outreach/errors';
import { isServerOf, type OAuthProvider } from '../oauth/index.ts';
import type { StoredAccount, StoredServer } from './account.ts';
import type { AccountChange } from './change-account.ts';
import type { OAuthGrant } from './oauth-grant.ts';

const REVOKED = 'The consent was revoked; connect the account again.';

/**
 * The account with a new consent. Its settings stay, but tokens are sent to servers of their provider only: another server
 * is replaced by the one of the provider, and passwords are removed. An account in error becomes active.
 */
export function connectedAccount(
  account: StoredAccount,
  {
    provider,
    grant,
    at,
  }: { readonly provider: OAuthProvider; readonly grant: OAuthGrant; readonly at: Date },
): StoredAccount {
  const status = sendingAccountStates.next(account.status, 'reconnect');
  const { smtp, imap } = account;
  return {
    ...account,
    provider: provider.name,
    smtp: serverFor(provider, 'smtp', smtp),
    imap: imap === null ? null : serverFor(provider, 'imap', imap),
    oauth: {
      provider: provider.name,
      subject: grant.subject,
      scopes: grant.scopes,
      status: 'connected',
      connected_at: at,
      refreshed_at: null,
    },
    ...(status === undefined ? {} : { status, status_reason: null }),
    last_error: null,
    failures_in_row: 0,
  };
}

function serverFor(provider: OAuthProvider, field: 'smtp' | 'imap', server: StoredServer): StoredServer {
  if (!isServerOf(provider, server)) return { ...provider[field], username: null, sealed_password: null };
  // Tokens belong to an address; a password can belong to a user name.
  const username = server.username?.includes('@') === true ? server.username : null;
  return { ...server, username, sealed_password: null };
}

/** The account after the provider has refused its refresh token. Paused and suspended accounts keep their status. */
export function revokedAccount(account: StoredAccount, at: Date): StoredAccount {
  const status = sendingAccountStates.next(account.status, 'disconnect') ?? account.status;
  return {
    ...account,
    oauth: account.oauth === null ? null : { ...account.oauth, status: 'revoked' },
    status,
    status_reason: status === 'error' ? OAUTH_REVOKED : account.status_reason,
    last_error: REVOKED,
    last_failed_at: at,
  };
}

/** True if only a new consent helps. */
export function isRevoked({ oauth }: Pick<StoredAccount, 'oauth'>): boolean {
  return oauth?.status === 'revoked';
}

/** Refuses what does not fit to the provider of the tokens. @throws AppError invalid_argument. */
export function checkConnection(
  account: Pick<StoredAccount, 'provider' | 'smtp' | 'imap'>,
  change: AccountChange,
  provider: OAuthProvider,
): void {
  const { name } = provider;
  if (account.provider !== name) {
    const field = change.oauth === undefined ? 'provider' : 'oauth.provider';
    throw invalidField(field, `provider and oauth.provider must be equal; the tokens are of ${name}.`);
  }
  for (const field of ['smtp', 'imap'] as const) {
    const server = account[field];
    if (typeof change[field]?.password === 'string')
      throw invalidField(`${field}.password`, `${field}.password is not used with OAuth 2.0.`);
    if (server !== null && change[field] !== undefined && !isServerOf(provider, server))
      throw invalidField(`${field}.host`, `${field} must be a server of ${name}, with encryption.`);
  }
}

/** The servers of a new account: those of the provider, unless the request names others. */
export function withServersOf(change: AccountChange, provider: OAuthProvider): AccountChange {
  const { smtp = provider.smtp, imap = provider.imap } = change;
  return { ...change, smtp, imap };
}

export function withoutPasswords(account: StoredAccount): StoredAccount {
  const { smtp, imap } = account;
  return {
    ...account,
    smtp: { ...smtp, sealed_password: null },
    imap: imap === null ? null : { ...imap, sealed_password: null },
  };
}
