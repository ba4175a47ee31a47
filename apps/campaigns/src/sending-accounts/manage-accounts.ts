import { campaignErrors, sendingAccountStates } from '@outreach/contracts-campaigns';
import { invalidField, notFound } from '@outreach/errors';
import type { CallContext, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import {
  ACCOUNT_DEFAULTS,
  domainOf,
  UNCHECKED,
  WARMUP_DEFAULTS,
  type SendingAccount,
  type StoredAccount,
  type Warmup,
} from './account.ts';
import {
  changeServers,
  checkGaps,
  checkHosts,
  type AccountChange,
  type ChangeRules,
} from './change-account.ts';
import type { InboxWork } from './inbox-ports.ts';
import type { AccountDays, AccountStore, AccountUsage, AccountWork, TrackingDomains } from './ports.ts';
import { saveAccount, type SaveAccountPorts } from './save-account.ts';
import { viewAccounts, type AccountView, type ViewPorts } from './view.ts';
import { startedWarmup } from './warmup.ts';

export interface ReadAccountPorts extends ViewPorts {
  readonly accounts: Pick<AccountStore, 'find' | 'findByIds' | 'list'>;
}

export interface CreateAccountPorts extends ViewPorts, ChangeRules {
  readonly accounts: Pick<AccountStore, 'findByEmail' | 'insert'>;
  readonly work: Pick<AccountWork, 'checkDns'>;
  readonly trackingDomains: Pick<TrackingDomains, 'hold'>;
  readonly newId: NewId;
}

export interface UpdateAccountPorts extends SaveAccountPorts, ChangeRules {
  readonly accounts: Pick<AccountStore, 'find' | 'findByEmail' | 'save'>;
  readonly work: Pick<AccountWork, 'checkDns' | 'reconnect'>;
  readonly trackingDomains: Pick<TrackingDomains, 'hold'>;
  readonly inboxes: Pick<InboxWork, 'restart'>;
}

export interface DeleteAccountPorts {
  readonly accounts: Pick<AccountStore, 'find' | 'remove'>;
  readonly days: Pick<AccountDays, 'remove'>;
  readonly work: Pick<AccountWork, 'remove'>;
  readonly inboxes: Pick<InboxWork, 'remove'>;
  readonly campaigns: AccountUsage;
}

export interface ChangeStatusPorts extends SaveAccountPorts {
  readonly accounts: Pick<AccountStore, 'find' | 'save'>;
  readonly work: Pick<AccountWork, 'endReconnect'>;
  readonly inboxes: Pick<InboxWork, 'restart'>;
}

/**
 * Creates an active account. It makes no connection; the DNS check of its domain follows in the background.
 * @throws AppError invalid_argument; conflict with reason `duplicate_email`.
 */
export async function createAccount(
  ports: CreateAccountPorts,
  ctx: CallContext,
  change: AccountChange,
): Promise<SendingAccount> {
  checkHosts(change, ports.hosts);
  const { email, smtp: _smtp, imap: _imap, warmup: { enabled = false, ...plan } = {}, ...fields } = change;
  if (email === undefined) throw invalidField('email', 'email is required.');
  const servers = changeServers(undefined, change, ports);
  const now = new Date(ports.clock.now());
  const account: StoredAccount = {
    id: ports.newId('acc'),
    workspace_id: ctx.workspaceId,
    ...ACCOUNT_DEFAULTS,
    ...fields,
    email,
    ...servers,
    status: 'active',
    status_reason: null,
    warmup: changeWarmup(NO_WARMUP, { ...plan, enabled }, now),
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
  checkGaps(account, change);
  await requireFreeEmail(ports.accounts, email);
  await requireTrackingDomain(ports.trackingDomains, change);
  await ports.accounts.insert(account);
  await ports.work.checkDns(account.id, now);
  return (await viewOf(ports, account)).account;
}

/** @throws AppError not_found. */
export async function getAccount(ports: ReadAccountPorts, id: string): Promise<AccountView> {
  return viewOf(ports, await requireAccount(ports.accounts, id));
}

export async function listAccounts(
  ports: ReadAccountPorts,
  { page, search }: { readonly page: PageRequest; readonly search: string | undefined },
): Promise<PageOf<SendingAccount>> {
  const { items, ...rest } = await ports.accounts.list(page, search);
  return { ...rest, items: (await viewAccounts(ports, items)).map(({ account }) => account) };
}

/** The accounts that exist, for other features. */
export async function findAccounts(
  ports: ReadAccountPorts,
  ids: readonly string[],
): Promise<readonly SendingAccount[]> {
  const found = await ports.accounts.findByIds(ids);
  return (await viewAccounts(ports, found)).map(({ account }) => account);
}

/** @throws AppError invalid_argument; not_found; conflict with reason `duplicate_email`. */
export async function updateAccount(
  ports: UpdateAccountPorts,
  { id, change }: { readonly id: string; readonly change: AccountChange },
): Promise<SendingAccount> {
  checkHosts(change, ports.hosts);
  const before = await requireAccount(ports.accounts, id);
  const now = new Date(ports.clock.now());
  const { smtp: _smtp, imap: _imap, warmup, ...fields } = change;
  const servers = changeServers(before, change, ports);
  const changed: StoredAccount = {
    ...before,
    ...fields,
    ...servers,
    warmup: changeWarmup(before.warmup, warmup, now),
  };
  checkGaps(changed, change);
  if (changed.email !== before.email) await requireFreeEmail(ports.accounts, changed.email);
  await requireTrackingDomain(ports.trackingDomains, change);
  const isMoved = domainOf(changed.email) !== domainOf(before.email);
  const after = isMoved ? { ...changed, auth: UNCHECKED } : changed;
  const { account } = await saveAccount(ports, { before, after });
  if (isMoved) await ports.work.checkDns(id, now);
  const isReachableAgain = change.smtp !== undefined || change.imap !== undefined;
  if (change.imap !== undefined || changed.email !== before.email) await ports.inboxes.restart(id);
  if (account.status === 'error' && isReachableAgain) await ports.work.reconnect(id, now);
  return account;
}

/** @throws AppError not_found; conflict with reason `in_use`. */
export async function deleteAccount(ports: DeleteAccountPorts, id: string): Promise<void> {
  await requireAccount(ports.accounts, id);
  if (await ports.campaigns.usesAccount(id)) throw campaignErrors.accountInUse.make();
  await ports.accounts.remove(id);
  await ports.days.remove(id);
  await ports.work.remove(id);
  await ports.inboxes.remove(id);
}

/**
 * Pauses or resumes an account, or changes the suspension by the operator. An account that has the status already stays
 * unchanged. @throws AppError not_found; conflict with code `invalid_transition`.
 */
export async function changeStatus(
  ports: ChangeStatusPorts,
  id: string,
  { operation, reason = null }: StatusChange,
): Promise<SendingAccount> {
  const before = await requireAccount(ports.accounts, id);
  const status = sendingAccountStates.next(before.status, operation);
  if (status === undefined)
    throw campaignErrors.accountTransition.make({ details: { status: before.status } });
  if (status === before.status) return (await viewOf(ports, before)).account;
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

async function requireTrackingDomain(
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

async function viewOf(ports: ViewPorts, account: StoredAccount): Promise<AccountView> {
  const [view] = await viewAccounts(ports, [account]);
  if (view === undefined) throw new Error('One account has one view.');
  return view;
}
