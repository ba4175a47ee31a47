import type { ServiceBase } from '@outreach/app-kit';
import { createAddressGuard, createGuardedSockets } from '@outreach/outbound-kit';
import type { Clock } from '@outreach/service-kit';
import type { CampaignsConfig } from '../config.ts';
import type { OAuth } from '../oauth/index.ts';
import type { CampaignsFeature } from '../methods/index.ts';
import { createAccountDays } from './account-day.store.ts';
import { createAccountTokens } from './account-tokens.ts';
import { createAccountWork } from './account-work.store.ts';
import { createAccountStore } from './account.store.ts';
import { fromAccountInput } from './account-messages.rpc.ts';
import { createConnector, type AccountConnector } from './connect-mailbox.ts';
import { createBlocklist } from './blocklist.client.ts';
import { checkDnsJob } from './check-dns.job.ts';
import { countSends, type SentCount } from './count-sends.ts';
import { createDnsResolver } from './dns.client.ts';
import {
  connectImap,
  createImapTest,
  type MailConnectionOptions,
  createSmtpTest,
} from '../mail-servers/index.ts';
import { createInboxWork, type StoredInboxWork } from './inbox-work.store.ts';
import { createLogins } from './logins.ts';
import { createMailboxes, type Mailboxes } from './mailboxes.ts';
import { findAccounts, listAccounts } from './manage-accounts.ts';
import { measureAccounts } from './measure-accounts.job.ts';
import type {
  AccountReader,
  AccountStore,
  AccountUsage,
  Blocklist,
  DnsResolver,
  PlanMarks,
  TestMailer,
  TrackingDomains,
} from './ports.ts';
import { reconnectJob } from './reconnect.job.ts';
import { accountCommands } from './sending-accounts.admin.ts';
import { accountMethods } from './sending-accounts.rpc.ts';
import { createSenders, type Senders } from './senders.ts';
import { createTestMailer } from './test-mailer.client.ts';
import { createUseInboxes } from './use-inboxes.ts';

export type { BlocklistLookup, SendingAccount } from './account.ts';
export type { AccountReader, Blocklist, DnsResolver, TestMailer, TrackingDomains } from './ports.ts';
export type { SentCount } from './count-sends.ts';
export type { WindowCounts } from './health.ts';
export type { StoredAccount } from './account.ts';
export { FIND_SENT_MS_MAX } from './mailboxes.ts';
export type { InboxRow } from './inbox-work.store.ts';
export type { Mailboxes } from './mailboxes.ts';
export type { SenderAccount, Senders } from './senders.ts';
export { isWarmingUp, warmupAllowance } from './warmup.ts';
export { dayOf } from './zone-days.ts';

interface SendingAccountsNeeds {
  readonly campaigns: AccountUsage;
  readonly planMarks: PlanMarks;
  readonly trackingDomains: TrackingDomains;
  readonly oauth: OAuth;
  readonly config: CampaignsConfig;
}

export interface SendingAccounts extends CampaignsFeature {
  readonly reader: AccountReader;
  readonly testMailer: TestMailer;
  /** Creates or connects the account of a mailbox by OAuth 2.0. */
  readonly connector: AccountConnector;
  readonly toChange: typeof fromAccountInput;
  readonly blocklist: Blocklist;
  readonly resolver: DnsResolver;
  readonly domainUse: Pick<AccountStore, 'removeTrackingDomain'>;
  /** Accounts and connections for the email engine. */
  readonly senders: Senders;
  readonly mail: MailConnectionOptions;
  readonly mailboxes: Mailboxes;
  /** The accounts whose mailboxes are read. */
  readonly inboxes: Pick<StoredInboxWork, 'queue' | 'waiting'>;
  /** Part of a transaction: adds outcomes of emails to the counters of an account. */
  readonly countSends: (sent: readonly SentCount[]) => Promise<void>;
}

/** The mailboxes that send: records, connection tests, DNS checks, health and warm-up. */
export function createSendingAccounts(
  base: ServiceBase,
  { config, ...needs }: SendingAccountsNeeds,
): SendingAccounts {
  const { oauth, campaigns, planMarks, trackingDomains } = needs;
  const { units, events, sealer: secrets, clock, ids } = base;
  const hosts = createAddressGuard(config.OUTBOUND_ALLOW_PRIVATE_CIDRS);
  const mail = { sockets: createGuardedSockets(hosts), extraCa: config.SENDING_CA };
  const { accounts, days, work, checks, reconnects, inboxes } = createStores(base);
  const useInboxes = createUseInboxes(inboxes, clock, units.afterCommit);
  const saving = { accounts, days, work, campaigns, planMarks, events, clock };
  const logins = createAccountLogins(base, saving, oauth);
  const dns = createDns(config, { trackingDomains, clock });
  const ports = {
    ...saving,
    inboxes,
    useInboxes,
    trackingDomains,
    hosts,
    secrets,
    logins,
    tokens: oauth.tokens,
    providers: oauth.providers,
    newId: ids,
    tester: { testSmtp: createSmtpTest(mail), testImap: createImapTest(mail) },
    ...dns,
  };
  return {
    name: 'sending-accounts',
    methods: accountMethods(ports),
    admin: accountCommands(ports, base),
    jobs: [
      checkDnsJob({ ...ports, queue: checks, base }),
      reconnectJob({ ...ports, queue: reconnects, base }),
    ],
    resources: [measureAccounts(work, base.logger)],
    ...dns,
    domainUse: accounts,
    reader: createReader(ports),
    senders: createSenders(ports),
    mail,
    mailboxes: createMailboxes(logins, async (login, signal) => connectImap(mail, login, signal)),
    inboxes,
    testMailer: createTestMailer({ ...mail, accounts, logins, newId: ids }),
    connector: createConnector(ports),
    toChange: fromAccountInput,
    countSends: async (sent) => countSends(ports, sent),
  };
}

function createAccountLogins(
  base: ServiceBase,
  saving: Omit<
    Parameters<typeof createAccountTokens>[0],
    keyof ServiceBase | 'oauth' | 'tokens' | 'unitOfWork'
  >,
  oauth: OAuth,
) {
  const unitOfWork = async <T>(fn: () => Promise<T>): Promise<T> => base.units.unitOfWork(async () => fn());
  const tokensOf = createAccountTokens({ ...base, ...saving, oauth, tokens: oauth.tokens, unitOfWork });
  return createLogins({ secrets: base.sealer, tokensOf });
}

function createReader(
  ports: Parameters<typeof findAccounts>[0] & { readonly accounts: Pick<AccountStore, 'hold'> },
): AccountReader {
  return {
    findByIds: async (ids) => findAccounts(ports, ids),
    list: async (page, asked) => listAccounts(ports, { page, asked }),
    hold: async (ids) => ports.accounts.hold(ids),
  };
}

function createStores(base: ServiceBase) {
  const { connection } = base.mongo;
  return {
    accounts: createAccountStore(connection, base.cursors),
    days: createAccountDays(connection),
    inboxes: createInboxWork(base),
    ...createAccountWork(base),
  };
}

function createDns(
  config: CampaignsConfig,
  needs: { readonly clock: Clock; readonly trackingDomains: TrackingDomains },
): Pick<SendingAccounts, 'resolver' | 'blocklist'> {
  const resolver = createDnsResolver(config.SENDING_DNS_SERVERS);
  const { BLOCKLIST_DOMAIN_ZONES: zones, PUBLIC_BASE_URL: baseUrl } = config;
  const publicHost = new URL(baseUrl).hostname;
  return { resolver, blocklist: createBlocklist({ ...needs, zones, resolver, publicHost }) };
}
