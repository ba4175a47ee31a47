import type { OAuthProvider } from '../oauth/index.ts';
import type { StoredAccount } from './account.ts';
import type { AccountChange } from './change-account.ts';
import { checkConnection, connectedAccount } from './oauth-connection.ts';
import type { OAuthGrant } from './oauth-grant.ts';
import type { AccountPorts } from './ports.ts';

export interface Connecting {
  readonly change: AccountChange;
  /** The provider of the tokens; undefined for an account with passwords. */
  readonly provider: OAuthProvider | undefined;
  readonly now: Date;
}

/** The provider of the tokens that an account has, or gets, where a change concerns it. */
export function providerOf(
  { providers }: AccountPorts,
  { oauth, provider, smtp, imap }: AccountChange,
  current: StoredAccount['oauth'] | undefined,
): OAuthProvider | undefined {
  if (oauth !== undefined)
    return oauth === null ? undefined : providers.require(oauth.provider, 'oauth.provider');
  const isAbout = [provider, smtp, imap].some((field) => field !== undefined);
  return isAbout && current ? providers.require(current.provider) : undefined;
}

/** @throws AppError invalid_argument. */
export function connect(account: StoredAccount, { change, provider, now }: Connecting): StoredAccount {
  if (provider !== undefined) checkConnection(account, change, provider);
  if (change.oauth === null) return { ...account, oauth: null };
  if (change.oauth === undefined || provider === undefined) return account;
  return connectedAccount(account, { provider, grant: change.oauth, at: now });
}

/** Part of a transaction: stores the tokens of a grant; null removes them. */
export async function storeTokens(
  { tokens, newId }: AccountPorts,
  accountId: string,
  grant: OAuthGrant | null | undefined,
): Promise<void> {
  if (grant === undefined) return;
  if (grant === null) {
    await tokens.revoke(accountId);
    return;
  }
  const { provider, refresh_token, access_token, expires_at } = grant;
  const issued = { refresh_token, access_token, expires_at };
  const row = { account_id: accountId, provider, generation: newId('tok'), is_revoked: false, ...issued };
  await tokens.put(row);
}
