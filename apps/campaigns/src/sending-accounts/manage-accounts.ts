import { domainOf } from '@outreach/values';
import { campaignErrors, sendingAccountStates } from '@outreach/contracts-campaigns';
import { invalidField, notFound } from '@outreach/errors';
import type { CallContext, PageOf, PageRequest } from '@outreach/service-kit';
import {
  ACCOUNT_DEFAULTS,
  UNCHECKED,
  WARMUP_DEFAULTS,
  type SendingAccount,
  type StoredAccount,
  type Warmup,
} from './account.ts';
import { changeServers, checkGaps, checkHosts, type AccountChange } from './change-account.ts';
import { connect, providerOf, storeTokens, type Connecting } from './connect-account.ts';
import { isRevoked, withoutPasswords, withServersOf } from './oauth-connection.ts';
import type { AccountFilter, AccountPorts, AccountStore, TrackingDomains } from './ports.ts';
import { saveAccount } from './save-account.ts';
import { viewAccounts, viewOne, type AccountView } from './view.ts';
import { startedWarmup } from './warmup.ts';

/**
 * Creates an active account. It makes no connection; the DNS check of its domain follows in the background.
 * @throws AppError invalid_argument; failed_precondition with code `provider_not_configured`; conflict with reason
 * `duplicate_email`.
 */
export async function createAccount(
  ports: AccountPorts,
  ctx: CallContext,
  change: AccountChange,
): Promise<SendingAccount> {
  checkHosts(change, ports.hosts);
  const provider = providerOf(ports, change, undefined);
  const now = new Date(ports.clock.now());
  const draft = draftAccount(ports, ctx, { change, provider, now });
  checkGaps(draft, change);
  const account = connect(draft, { change, provider, now });
  await requireFreeEmail(ports.accounts, account.email);
  await requireTrackingDomain(ports.trackingDomains, change);
  await ports.accounts.insert(account);
  await storeTokens(ports, account.id, change.oauth);
  await ports.work.checkDns(account.id, now);
  return (await viewOne(ports, account)).account;
}

function draftAccount(
  ports: AccountPorts,
  ctx: CallContext,
  { change, provider, now }: Connecting,
): StoredAccount {
  const complete = provider === undefined ? change : withServersOf(change, provider);
  const { email, smtp: _smtp, imap: _imap, oauth: _oauth, warmup, ...fields } = complete;
  if (email === undefined) throw invalidField('email', 'email is required.');
  return {
    id: ports.newId('acc'),
    workspace_id: ctx.workspaceId,
    ...ACCOUNT_DEFAULTS,
    ...fields,
    email,
    ...changeServers(undefined, complete, ports),
    oauth: null,
    status: 'active',
    status_reason: null,
    warmup: changeWarmup(NO_WARMUP, warmup, now),
    auth: UNCHECKED,
    last_error: null,
    failures_in_row: 0,
    last_failed_at: null,
    listing: null,
    health_band: 'good',
    created_at: now,
    updated_at: now,
    version: 1,
  };
}

/** @throws AppError not_found. */
export async function getAccount(ports: AccountPorts, id: string): Promise<AccountView> {
  return viewOne(ports, await requireAccount(ports.accounts, id));
}

export async function listAccounts(
  ports: AccountPorts,
  { page, ...filter }: AccountFilter & { readonly page: PageRequest },
): Promise<PageOf<SendingAccount>> {
  const { items, ...rest } = await ports.accounts.list(page, filter);
  return { ...rest, items: (await viewAccounts(ports, items)).map(({ account }) => account) };
}

/** The accounts that exist, for other features. */
export async function findAccounts(
  ports: AccountPorts,
  ids: readonly string[],
): Promise<readonly SendingAccount[]> {
  const found = await ports.accounts.findByIds(ids);
  return (await viewAccounts(ports, found)).map(({ account }) => account);
}

/**
 * @throws AppError invalid_argument; not_found; failed_precondition with code `provider_not_configured`; conflict with
 * reason `duplicate_email`.
 */
export async function updateAccount(
  ports: AccountPorts,
  { id, change }: { readonly id: string; readonly change: AccountChange },
): Promise<SendingAccount> {
  checkHosts(change, ports.hosts);
  const before = await requireAccount(ports.accounts, id);
  const now = new Date(ports.clock.now());
  const { smtp: _smtp, imap: _imap, oauth, warmup, ...fields } = change;
  const provider = providerOf(ports, change, before.oauth);
  const merged: StoredAccount = {
    ...before,
    ...fields,
    ...changeServers(oauth ? withoutPasswords(before) : before, change, ports),
    warmup: changeWarmup(before.warmup, warmup, now),
  };
  checkGaps(merged, change);
  const changed = connect(merged, { change, provider, now });
  if (changed.email !== before.email) await requireFreeEmail(ports.accounts, changed.email);
  await requireTrackingDomain(ports.trackingDomains, change);
  const isMoved = domainOf(changed.email) !== domainOf(before.email);
  const after = isMoved ? { ...changed, auth: UNCHECKED } : changed;
  const { account } = await saveAccount(ports, { before, after });
  await storeTokens(ports, id, oauth === null && before.oauth === null ? undefined : oauth);
  if (isMoved) await ports.work.checkDns(id, now);
  const isReadAgain = change.imap !== undefined || oauth !== undefined || changed.email !== before.email;
  if (isReadAgain) await ports.inboxes.restart(id);
  if (oauth) await ports.work.endReconnect(id);
  const isReachableAgain = [change.smtp, change.imap, oauth].some((field) => field !== undefined);
  if (account.status === 'error' && isReachableAgain && !isRevoked(account))
    await ports.work.reconnect(id, now);
  return account;
}

/** @throws AppError not_found; conflict with reason `in_use`. */
export async function deleteAccount(ports: AccountPorts, id: string): Promise<void> {
  const { oauth } = await requireAccount(ports.accounts, id);
  if (await ports.campaigns.usesAccount(id)) throw campaignErrors.accountInUse.make();
  if (oauth !== null) await ports.tokens.revoke(id);
  await ports.accounts.remove(id);
  await ports.days.remove(id);
  await ports.work.remove(id);
  await ports.inboxes.remove(id);
  // A campaign that used the account before has contacts whose emails it sends; they stop now.
  await ports.planMarks.request(await ports.campaigns.activeIdsUsing([id]), new Date(ports.clock.now()));
}

/**
 * Pauses or resumes an account, or changes the suspension by the operator. An account that has the status already stays
 * unchanged. @throws AppError not_found; conflict with code `invalid_transition`.
 */
export async function changeStatus(
  ports: AccountPorts,
  id: string,
  { operation, reason = null }: StatusChange,
): Promise<SendingAccount> {
  const before = await requireAccount(ports.accounts, id);
  const status = sendingAccountStates.next(before.status, operation);
  if (status === undefined || (operation === 'resume' && isRevoked(before)))
    throw campaignErrors.accountTransition.make({ details: { status: before.status } });
  if (status === before.status) return (await viewOne(ports, before)).account;
  const after: StoredAccount = {
    ...before,
    status,
    status_reason: reason,
    failures_in_row: 0,
  };
  await ports.work.endReconnect(id);
  if (operation === 'suspend' || operation === 'reinstate') await ports.inboxes.restart(id);
  return (await saveAccount(ports, { before, after })).account;
}

const NO_WARMUP: Warmup = { ...WARMUP_DEFAULTS, enabled_at: null, sent_days: 0, last_sent_day: null };

export interface StatusChange {
  readonly operation: 'pause' | 'resume' | 'suspend' | 'reinstate';
  readonly reason?: string | null;
}

function changeWarmup(
  current: StoredAccount['warmup'],
  change: AccountChange['warmup'],
  now: Date,
): StoredAccount['warmup'] {
  if (change === undefined) return current;
  const { enabled = current.enabled_at !== null, ...plan } = change;
  const changed = { ...current, ...plan };
  if (!enabled) return { ...changed, enabled_at: null, sent_days: 0, last_sent_day: null };
  return current.enabled_at === null ? startedWarmup(changed, now) : changed;
}

async function requireFreeEmail(accounts: Pick<AccountStore, 'findByEmail'>, email: string): Promise<void> {
  if ((await accounts.findByEmail(email)) !== undefined)
    throw campaignErrors.duplicateAccountEmail.make({ field: 'email' });
}

/** Part of a transaction. @throws AppError invalid_argument. */
export async function requireTrackingDomain(
  domains: Pick<TrackingDomains, 'hold'>,
  { tracking_domain_id: id }: AccountChange,
): Promise<void> {
  if (id === undefined || id === null || (await domains.hold(id))) return;
  const field = 'tracking_domain_id';
  throw invalidField(field, `${field} must be a tracking domain of this workspace.`);
}

export async function requireAccount(
  accounts: Pick<AccountStore, 'find'>,
  id: string,
): Promise<StoredAccount> {
  const account = await accounts.find(id);
  if (account === undefined) throw notFound();
  return account;
}
