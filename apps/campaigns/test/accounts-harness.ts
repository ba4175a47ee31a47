import { CampaignsServiceService } from '@outreach/contracts-campaigns';
import { campaignEvents } from '@outreach/contracts-campaigns/events';
import type {
  SendingAccount,
  SendingAccountInput,
} from '@outreach/contracts-campaigns/gen/sending_accounts.ts';
import { connectNats, subjectOf } from '@outreach/event-bus';
import { consumeEphemeral } from '@outreach/event-bus/consumer';
import { createCatalogue, type DomainEvent } from '@outreach/event-schema';
import { queueWakeUpsOf } from '@outreach/job-kit/wake-ups';
import { createLogger, newId, type CallContext } from '@outreach/service-kit';
import {
  connectWaking,
  eventually,
  startService,
  testCall,
  testEnvironment,
  type RunningApp,
} from '@outreach/testing';
import { startDnsServer, type TestDnsServer } from '@outreach/testing/dns-server';
import { TEST_CA } from '@outreach/testing/servers';
import type { Db } from 'mongodb';
import { campaignsService } from '../src/app.ts';

export interface AccountsUnderTest extends RunningApp<typeof CampaignsServiceService> {
  readonly violations: string[];
  /** A change wakes the work queues of its collection. */
  readonly database: Db;
  /** The public events that the service has published. */
  readonly published: readonly DomainEvent[];
  readonly dns: TestDnsServer;
  /** Everything that the service has logged. */
  readonly logged: readonly string[];
  /** The environment, for another process on the same database. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts the campaigns service. It may reach loopback servers and trusts `TEST_CA`. */
export async function startAccounts(overrides: Record<string, string> = {}): Promise<AccountsUnderTest> {
  const { env: defaults, identities } = await testEnvironment('campaigns');
  const dns = await startDnsServer();
  const env = {
    ...defaults,
    CONTACTS_ADDRESS: '127.0.0.1:1',
    OUTBOUND_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8',
    SENDING_DNS_SERVERS: dns.address,
    SENDING_CA: TEST_CA,
    ...overrides,
  };
  const logged: string[] = [];
  const violations: string[] = [];
  const silent = createLogger({ name: 'campaigns', level: 'silent' });
  const logger = createLogger({
    name: 'campaigns',
    level: 'trace',
    destination: { write: (line) => logged.push(line) },
  });
  const config = campaignsService.config.load(env);
  const app = campaignsService.build(config, {
    logger,
    onTenantViolation: (description) => violations.push(description),
  });
  const service = { service: 'campaigns', definition: CampaignsServiceService, identities };
  const running = await startService(app, service);
  const client = await connectWaking(config.MONGODB_URI, [queueWakeUpsOf(app.base.mongo.connection)]);
  const link = connectNats({ url: config.NATS_URL, name: 'test', logger: silent });
  await link.start();
  const published: DomainEvent[] = [];
  const listener = consumeEphemeral({
    link,
    subject: subjectOf(app.base.topology, 'campaigns', '>'),
    catalogue: createCatalogue(campaignEvents),
    logger: silent,
    handle: (event) => published.push(event),
    onGap: () => undefined,
  });
  await listener.start();
  return {
    ...running,
    violations,
    database: client.db(config.MONGODB_DATABASE),
    published,
    dns,
    logged,
    env,
    stop: async () => {
      await listener.stop();
      await link.stop();
      await running.stop();
      await client.close();
      await dns.stop();
    },
  };
}

export function newWorkspace(): string {
  return newId('ws');
}

/** A call that may read and write campaigns. */
export function accountCall(workspaceId: string, overrides: Partial<CallContext> = {}): CallContext {
  const scopes = new Set(['campaigns:read', 'campaigns:write']);
  return testCall(workspaceId, { scopes, ...overrides });
}

/** Fields of a request; the mask is derived from the fields that are present. A server or field of null is cleared. */
export type Fields = { readonly [Name in keyof SendingAccountInput]?: SendingAccountInput[Name] | null };

export function written(fields: Fields): { input: SendingAccountInput; mask: string[] } {
  const mask = Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.keys(value).map((field) => `${name}.${field}`)
      : [name],
  );
  const present = Object.entries(fields).filter(([, value]) => value !== null);
  return {
    input: {
      smtp: undefined,
      imap: undefined,
      warmup: undefined,
      oauth: undefined,
      ...Object.fromEntries(present),
    },
    mask,
  };
}

/** The least that an account needs, with a mail server that does not exist. */
export const ACCOUNT = {
  email: 'sales@shop.test',
  smtp: {
    host: 'smtp.shop.test',
    port: 587,
    security: 'starttls',
    username: 'sales',
    password: 'smtp-pass-5d1f',
  },
} as const satisfies Fields;

export async function createAccount(
  { client }: AccountsUnderTest,
  workspaceId: string,
  fields: Fields = {},
): Promise<SendingAccount> {
  const { account } = await client.createSendingAccount(
    accountCall(workspaceId),
    written({ ...ACCOUNT, ...fields }),
  );
  if (account === undefined) throw new Error('The reply has no account.');
  return account;
}

/** Creates an account and waits for its first DNS check, which changes it in the background. */
export async function createCheckedAccount(
  accounts: AccountsUnderTest,
  workspaceId: string,
  fields: Fields = {},
): Promise<SendingAccount> {
  const created = await createAccount(accounts, workspaceId, fields);
  return eventually(async () => {
    const account = await readAccount(accounts, created);
    if (account.auth?.checked_at === undefined) throw new Error('The account is not checked yet.');
    return account;
  });
}

export async function updateAccount(
  { client }: AccountsUnderTest,
  { id, workspace_id: workspaceId }: Pick<SendingAccount, 'id' | 'workspace_id'>,
  fields: Fields,
): Promise<SendingAccount> {
  const { account } = await client.updateSendingAccount(accountCall(workspaceId), { id, ...written(fields) });
  if (account === undefined) throw new Error('The reply has no account.');
  return account;
}

export async function readAccount(
  { client }: AccountsUnderTest,
  { id, workspace_id: workspaceId }: Pick<SendingAccount, 'id' | 'workspace_id'>,
): Promise<SendingAccount> {
  const { account } = await client.getSendingAccount(accountCall(workspaceId), { id });
  if (account === undefined) throw new Error('The reply has no account.');
  return account;
}
