import type { EventSink } from '@outreach/event-schema';
import type { Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { ConnectionTester, ServerLogin } from '../mail-servers/index.ts';
import type { Providers, Refreshed, TokenStore } from '../oauth/index.ts';
import type { BlocklistLookup, SendingAccount, StoredAccount, StoredServer } from './account.ts';
import type { WindowCounts } from './health.ts';

/** The sending accounts of the current call's workspace. */
export interface AccountStore {
  find(id: string): Promise<StoredAccount | undefined>;
  findByIds(ids: readonly string[]): Promise<readonly StoredAccount[]>;
  findByEmail(email: string): Promise<StoredAccount | undefined>;
  /** Newest first. */
  list(page: PageRequest, filter: AccountFilter): Promise<PageOf<StoredAccount>>;
  insert(account: StoredAccount): Promise<void>;
  /** Returns false if the stored version is not `expectedVersion`. */
  save(account: StoredAccount, expectedVersion: number): Promise<boolean>;
  /** Records a refresh of the access token of a connected account. A known subject stays. */
  noteRefresh(id: string, refreshed: Pick<Refreshed, 'subject' | 'scopes' | 'at'>): Promise<void>;
  remove(id: string): Promise<void>;
  /** Part of a transaction: the accounts with this tracking domain lose it. */
  removeTrackingDomain(domainId: string, at: Date): Promise<void>;
  /** Part of a transaction: a concurrent deletion conflicts with it. Returns the ids that exist. */
  hold(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface AccountFilter {
  readonly search?: string | undefined;
  /** A cursor is valid for the same text only. */
  readonly asked?: string;
}

/** What other features read of accounts. */
export interface AccountReader {
  /** Newest first. A cursor is valid for the same `asked` only. */
  list(page: PageRequest, asked: string): Promise<PageOf<SendingAccount>>;
  findByIds(ids: readonly string[]): Promise<readonly SendingAccount[]>;
  /** Part of a transaction: a concurrent deletion conflicts with it. Returns the ids that exist. */
  hold(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Campaigns that use accounts. */
export interface AccountUsage {
  /** True if a campaign that is neither archived nor completed uses the account. */
  usesAccount(accountId: string): Promise<boolean>;
  /** Ids of the active campaigns that use one of the accounts, or have planned emails of it before a change. */
  activeIdsUsing(accountIds: readonly string[]): Promise<readonly string[]>;
}

/** Requests to plan the due emails of campaigns. */
export interface PlanMarks {
  /** Part of a transaction: the planner looks at these campaigns at this time, or earlier. */
  request(campaignIds: readonly string[], at: Date): Promise<void>;
}

export interface DayWindow {
  readonly accountId: string;
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly today: string;
}

export interface WindowSums extends WindowCounts {
  /** Emails of the last day of the window. */
  readonly sent_today: number;
}

/** Counters of an account to add to one of its days. */
export interface DayCounts {
  readonly accountId: string;
  readonly day: string;
  readonly counts: Partial<WindowCounts>;
}

/** Counters of accounts by the calendar day of their zone. */
export interface AccountDays {
  /** Part of a transaction. */
  add(changes: readonly DayCounts[]): Promise<void>;
  /** Sums by account id; an account without counters in its window has no entry. */
  sum(windows: readonly DayWindow[]): Promise<ReadonlyMap<string, WindowSums>>;
  /** Deletes all counters of an account. */
  remove(accountId: string): Promise<void>;
}

/** Background work on accounts; each account has at most one item of a kind. Every method is part of a transaction. */
export interface AccountWork {
  /** Requests a DNS check. */
  checkDns(accountId: string, at: Date): Promise<void>;
  /** Requests a connection, after which an account in error becomes active. An earlier request is replaced. */
  reconnect(accountId: string, at: Date): Promise<void>;
  endReconnect(accountId: string): Promise<void>;
  /** Accounts of all workspaces with a request of a connection, at most 10,000. */
  countReconnects(): Promise<number>;
  remove(accountId: string): Promise<void>;
}

/** Seals passwords for the database. */
export interface SecretBox {
  seal(plain: Uint8Array): Uint8Array;
  /** @throws Error when the bytes were sealed with an unknown key. */
  open(sealed: Uint8Array): Uint8Array;
  /** False when the bytes were sealed with a previous key. */
  isCurrent(sealed: Uint8Array): boolean;
}

/** Checks the text of a host. The addresses that it resolves to are checked when the connection is made. */
export interface HostGuard {
  allowsHost(host: string): boolean;
}

/** The answer of a resolver: records, no record of that type, no such name, or no usable answer. */
export type DnsAnswer<DnsRecord> =
  { readonly kind: 'records'; readonly records: readonly DnsRecord[] } | { readonly kind: DnsGap };
export type DnsGap = 'no_records' | 'no_name' | 'unknown';

export interface DnsResolver {
  /** Each record is one text. */
  txt(name: string): Promise<DnsAnswer<string>>;
  /** IPv4 addresses. */
  a(name: string): Promise<DnsAnswer<string>>;
  /** IPv6 addresses. */
  aaaa(name: string): Promise<DnsAnswer<string>>;
  /** The name to which an alias points. */
  cname(name: string): Promise<DnsAnswer<string>>;
  /** The names of the mail servers. */
  mx(name: string): Promise<DnsAnswer<string>>;
}

export type LinkedAccount = Pick<StoredAccount, 'id' | 'email' | 'tracking_domain_id'>;
export type ListedAccount = LinkedAccount & Pick<StoredAccount, 'reply_to'>;

/** The tracking domains of the current call's workspace. */
export interface TrackingDomains {
  /** Part of a transaction: false if the domain does not exist. A concurrent deletion conflicts with it. */
  hold(id: string): Promise<boolean>;
  /** The verified domains that the links of the accounts use, by account id; null for the public address. One read for all. */
  domainsOf(accounts: readonly LinkedAccount[]): Promise<ReadonlyMap<string, string | null>>;
}

/** Public lists of domains that send spam. */
export interface Blocklist {
  /**
   * Looks up the registrable domains of the accounts: of their addresses, their reply addresses and their tracking
   * links. The result by account id: the first listing; null if no domain is listed; `unknown` without an answer.
   */
  lookUp(accounts: readonly ListedAccount[]): Promise<ReadonlyMap<string, BlocklistLookup>>;
}

/** An email that a user requests as a test of a template. */
export interface TestMessage {
  readonly to: string;
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
}

export interface TestMailer {
  /**
   * Sends over the SMTP server of the account. @throws AppError not_found; failed_precondition if the email was not
   * accepted; `details.error` is the reason.
   */
  send(account: Pick<SendingAccount, 'id'>, message: TestMessage): Promise<{ readonly message_id: string }>;
}

/** An account that has sent emails within a time. */
export interface InboxUse {
  readonly accountId: string;
  readonly from: Date;
  readonly to: Date;
}

/** The mailboxes that workers read. Every method is part of a transaction. */
export interface InboxWork {
  /** Reads the mailboxes of accounts that send. */
  use(uses: readonly InboxUse[]): Promise<void>;
  /** A worker connects again, with the changed settings of the account. */
  restart(accountId: string): Promise<void>;
  /** Ends the pause after failed connections. */
  resume(accountId: string): Promise<void>;
  remove(accountId: string): Promise<void>;
}

/** Part of a transaction: starts to read the mailboxes of accounts that have sent emails. */
export type UseInboxes = (
  accounts: Iterable<Pick<StoredAccount, 'id' | 'imap'>>,
  sent: readonly { readonly accountId: string; readonly at: Date }[],
) => Promise<void>;

/** The fields of an account that a log-in needs. */
export type LoginAccount = Pick<StoredAccount, 'id' | 'workspace_id' | 'email' | 'oauth'>;

/** The servers of accounts with what they need to log in. */
export interface Logins {
  of(account: LoginAccount, server: StoredServer): ServerLogin;
}

/** What the use cases of accounts need. */
export interface AccountPorts {
  readonly accounts: AccountStore;
  readonly days: AccountDays;
  readonly work: AccountWork;
  readonly inboxes: InboxWork;
  readonly useInboxes: UseInboxes;
  readonly campaigns: AccountUsage;
  readonly planMarks: PlanMarks;
  readonly trackingDomains: TrackingDomains;
  readonly providers: Pick<Providers, 'require'>;
  readonly tokens: Pick<TokenStore, 'put' | 'revoke'>;
  readonly logins: Logins;
  readonly tester: ConnectionTester;
  readonly resolver: DnsResolver;
  readonly blocklist: Blocklist;
  readonly hosts: HostGuard;
  readonly secrets: SecretBox;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** What a change of an account needs. */
export type SavePorts = Pick<
  AccountPorts,
  'accounts' | 'days' | 'work' | 'campaigns' | 'planMarks' | 'events' | 'clock'
>;
