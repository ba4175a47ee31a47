import {
  ContactsServiceService,
  type ContactInput,
  type ListContactsRequest,
  type SearchContactsRequest,
} from '@outreach/contracts-contacts';
import { createDeadLetters, ensureTopology, subjectOf } from '@outreach/event-bus';
import type { DomainEvent } from '@outreach/event-schema';
import { MongoClient, type Db } from 'mongodb';
import { connectRpc, createLogger } from '@outreach/service-kit';
import {
  connected,
  createTestIdentities,
  startService,
  testEnvironment,
  type RunningApp,
} from '@outreach/testing';
import { buildDomain, serve, type ContactsDomain } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { suppressGlobally } from '../src/suppressions/manage-suppressions.ts';
import { handleCampaignEvents } from '../src/timeline/timeline.events.ts';
import type { SuppressedTarget, Suppression } from '../src/suppressions/suppression.ts';

const LETTERS_MAX = 100;

export interface ContactsUnderTest extends RunningApp<typeof ContactsServiceService> {
  readonly violations: string[];
  /** The service's own database, for what no request can do. */
  readonly database: Db;
  /** The same, called by the campaigns service. */
  readonly asCampaigns: RunningApp<typeof ContactsServiceService>['client'];
  /** Puts events on the stream as the relay of the campaigns service would. */
  publish(...events: readonly DomainEvent[]): Promise<void>;
  /** What the consumer does with a batch; `beforeWrite` runs in it, once it has read its contacts. */
  handle(events: readonly DomainEvent[], beforeWrite?: () => Promise<void>): Promise<void>;
  /** What the operator's commands do. */
  suppressGlobally(target: SuppressedTarget): Promise<Suppression>;
  retryDeadLetters(): Promise<{ readonly retried: number; readonly failed: number }>;
}

/** The contacts service on a database of its own. */
export async function startContacts(
  changes: Readonly<Record<string, string>> = {},
): Promise<ContactsUnderTest> {
  const { env, identities } = await testEnvironment('contacts');
  const campaigns = await createTestIdentities('campaigns');
  const keys = [identities, campaigns].flatMap(({ publicKeys }) => publicKeys['keys']);
  const violations: string[] = [];
  const config = loadConfig({ ...env, IDENTITY_PUBLIC_KEYS: JSON.stringify({ keys }), ...changes });
  const domain = buildDomain(config, {
    logger: createLogger({ name: 'contacts', level: 'silent' }),
    onTenantViolation: (description) => violations.push(description),
  });
  const running = await startService(serve(domain, config), {
    service: 'contacts',
    definition: ContactsServiceService,
    identities,
  });
  const client = await MongoClient.connect(env['MONGODB_URI'] ?? '');
  const asCampaigns = connectRpc(ContactsServiceService, {
    audience: 'contacts',
    address: running.address,
    identity: campaigns.signer,
  });
  const stop = async () => {
    asCampaigns.close();
    await running.stop();
    await client.close();
  };
  const { deps } = domain;
  return {
    ...running,
    violations,
    database: client.db(env['MONGODB_DATABASE']),
    asCampaigns: asCampaigns.client,
    publish: async (...events) => publish(domain, events),
    handle: async (events, beforeWrite = async () => undefined) => {
      const insert: typeof deps.timeline.insert = async (own) => {
        await beforeWrite();
        await deps.timeline.insert(own);
      };
      await handleCampaignEvents({ ...deps, timeline: { ...deps.timeline, insert } }, events);
    },
    stop,
    retryDeadLetters: async () => {
      const broker = await connected(domain.base.link);
      const letters = createDeadLetters(domain.base.mongo.connection);
      return letters.retry(broker.jetstream(), { limit: LETTERS_MAX, requeue: domain.requeue });
    },
    suppressGlobally: async (target) => deps.unitOfWork(async () => suppressGlobally(deps, target)),
  };
}

async function publish({ base }: ContactsDomain, events: readonly DomainEvent[]): Promise<void> {
  const { link, topology } = base;
  const connection = await connected(link);
  // The service makes the stream in the background.
  await ensureTopology(connection, topology);
  const jetstream = connection.jetstream();
  for (const event of events)
    await jetstream.publish(subjectOf(topology, 'campaigns', event.type), JSON.stringify(event));
}

/** A request with the given members, and the mask that names them. */
export function written(members: Partial<ContactInput>, cleared: readonly string[] = []) {
  const { company, ...plain } = members;
  const companyPaths = Object.keys(company ?? {}).map((member) => `company.${member}`);
  const empty = { company: undefined, tags: [], custom_fields: undefined };
  return { input: { ...empty, ...members }, mask: [...Object.keys(plain), ...companyPaths, ...cleared] };
}

/** A request for a list, with what the test does not care for left out. */
export function listed(members: Partial<ListContactsRequest> = {}): ListContactsRequest {
  return {
    page: { page_size: 0, cursor: '' },
    sort: 'CONTACT_SORT_UNSPECIFIED',
    icp_tiers: [],
    grades: [],
    tags: [],
    created_after: undefined,
    updated_after: undefined,
    include_deleted: false,
    ...members,
  };
}

export function searched(members: Partial<SearchContactsRequest> = {}): SearchContactsRequest {
  return {
    filters: [],
    filters_logic: 'FILTERS_LOGIC_UNSPECIFIED',
    sort: [],
    page: { page_size: 0, cursor: '' },
    include_deleted: false,
    ...members,
  };
}
