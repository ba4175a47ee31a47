import { expect, jest } from '@jest/globals';
import { adminCommands, type Feature, type ServiceApp } from '@outreach/app-kit';
import { ContactsServiceService } from '@outreach/contracts-contacts';
import type {
  ContactInput,
  ListContactsRequest,
  SearchContactsRequest,
} from '@outreach/contracts-contacts/gen/contacts.ts';
import { ensureTopology, subjectOf, topologyOf } from '@outreach/event-bus';
import type { DomainEvent } from '@outreach/event-schema';
import { queueWakeUpsOf } from '@outreach/job-kit/wake-ups';
import type { Db } from 'mongodb';
import { createLogger } from '@outreach/service-kit';
import { connectRpc } from '@outreach/service-kit/grpc';
import {
  connected,
  connectWaking,
  createTestIdentities,
  startService,
  testEnvironment,
  type RunningApp,
} from '@outreach/testing';
import { z } from 'zod';
import { contactsService } from '../src/app.ts';
import type { SuppressedTarget } from '../src/suppressions/index.ts';
import type { TimelineFeature } from '../src/timeline/index.ts';

const LETTERS_MAX = 100;

export interface ContactsUnderTest extends RunningApp<typeof ContactsServiceService> {
  readonly violations: string[];
  /** The service's database, for checks and changes that no request makes. A write wakes the work queues of its collection. */
  readonly database: Db;
  /** A client with the identity of the campaigns service. */
  readonly asCampaigns: RunningApp<typeof ContactsServiceService>['client'];
  /** Publishes events like the relay of the campaigns service. */
  publish(...events: readonly DomainEvent[]): Promise<void>;
  /** Runs the consumer on a batch of events. `beforeWrite` runs after each time that it has read the contacts. */
  handle(events: readonly DomainEvent[], beforeWrite?: () => Promise<void>): Promise<void>;
  /** Runs `act` once, between the checks of the first change of a contact that `fn` causes and its write. */
  beforeChange(act: () => Promise<void>, fn: () => Promise<unknown>): Promise<void>;
  /** Runs `beforeErase` in the transactions of erasures that `fn` causes, before they erase a timeline. */
  whileErasing(beforeErase: () => Promise<void>, fn: () => Promise<void>): Promise<void>;
  /** Runs `onStep` at each step of the expiry of timelines that `fn` causes. */
  whileExpiring(onStep: () => void, fn: () => Promise<void>): Promise<void>;
  /** Runs the operator's command `suppression add`. */
  suppressGlobally(target: SuppressedTarget): Promise<{ readonly id: string }>;
  /** Runs the operator's command `contact-indexes prune`. */
  pruneIndexes(): Promise<unknown>;
  /** Gets the collection of each wake-up that the service raises, from the call on. */
  listenToWakeUps(listener: (collection: string) => void): void;
  /** Runs rounds of a periodic job while `fn` runs; the first one starts at once. */
  withJob(name: string, fn: () => Promise<void>): Promise<void>;
  retryDeadLetters(): Promise<{ readonly retried: number; readonly failed: number }>;
}

/** Starts the contacts service on a new database. `prepare` writes to it before the start. */
export async function startContacts(
  changes: Readonly<Record<string, string>> = {},
  prepare: (database: Db) => Promise<void> = async () => undefined,
): Promise<ContactsUnderTest> {
  const { env, identities } = await testEnvironment('contacts');
  const campaigns = await createTestIdentities('campaigns');
  const keys = [identities, campaigns].flatMap(({ publicKeys }) => publicKeys['keys']);
  const violations: string[] = [];
  const identityKeys = JSON.stringify({ keys });
  const config = contactsService.config.load({ ...env, IDENTITY_PUBLIC_KEYS: identityKeys, ...changes });
  const app = contactsService.build(config, {
    logger: createLogger({ name: 'contacts', level: 'silent' }),
    onTenantViolation: (description) => violations.push(description),
  });
  const wakeUps = queueWakeUpsOf(app.base.mongo.connection);
  const client = await connectWaking(config.MONGODB_URI, [wakeUps]);
  const database = client.db(env['MONGODB_DATABASE']);
  await prepare(database);
  const running = await startService(app, {
    service: 'contacts',
    definition: ContactsServiceService,
    identities,
  });
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
  return {
    ...running,
    violations,
    database,
    asCampaigns: asCampaigns.client,
    publish: async (...events) => publish(app, events),
    handle: async (events, beforeWrite) => handle(app, events, beforeWrite),
    beforeChange: async (act, fn) => {
      const { writes } = app.base.units;
      const { change } = writes;
      const spy = jest.spyOn(writes, 'change').mockImplementationOnce(async (model, changed) => {
        await act();
        return change(model, changed);
      });
      await fn();
      expect(spy).toHaveBeenCalled();
      spy.mockRestore();
    },
    whileErasing: async (beforeErase, fn) => {
      const { store } = featureOf(app.features, 'timeline') as TimelineFeature;
      const { erase } = store;
      const spy = jest.spyOn(store, 'erase').mockImplementation(async (id) => {
        await beforeErase();
        await erase(id);
      });
      await fn().finally(() => spy.mockRestore());
    },
    whileExpiring: async (onStep, fn) => {
      const { store } = featureOf(app.features, 'timeline') as TimelineFeature;
      const { expire } = store;
      const spy = jest.spyOn(store, 'expire').mockImplementation(async (before, after) => {
        onStep();
        return expire(before, after);
      });
      await fn().finally(() => spy.mockRestore());
    },
    stop,
    listenToWakeUps: wakeUps.forwardTo,
    withJob: async (name, fn) => withJob(app, name, fn),
    retryDeadLetters: async () => retryDeadLetters(app),
    suppressGlobally: async ({ type, value }) => {
      const { suppression } = SuppressionAdded.parse(await admin(app, 'suppression add', { [type]: value }));
      return suppression;
    },
    pruneIndexes: async () => admin(app, 'contact-indexes prune'),
  };
}

const SuppressionAdded = z.object({ suppression: z.object({ id: z.string() }) });

async function admin(
  app: ServiceApp,
  name: string,
  flags: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  return adminCommands(app)[name]?.run({ flags, lists: {} });
}

async function handle(
  { features }: ServiceApp,
  events: readonly DomainEvent[],
  beforeWrite: (() => Promise<void>) | undefined,
): Promise<void> {
  const { store, consumers = [] } = featureOf(features, 'timeline') as TimelineFeature;
  const { insert } = store;
  const spy = jest.spyOn(store, 'insert');
  if (beforeWrite !== undefined)
    spy.mockImplementation(async (added) => {
      await beforeWrite();
      await insert(added);
    });
  try {
    for (const consumer of consumers) await consumer.handleBatch(events);
  } finally {
    spy.mockRestore();
  }
}

function featureOf(features: readonly Feature[], name: string): Feature {
  const found = features.find((feature) => feature.name === name);
  if (found === undefined) throw new Error(`The service has no feature ${name}.`);
  return found;
}

async function withJob({ jobs }: ServiceApp, name: string, fn: () => Promise<void>): Promise<void> {
  const job = jobs.find((one) => one.name === name);
  if (job === undefined) throw new Error(`The service has no job ${name}.`);
  const done = new AbortController();
  const running = job.run(done.signal);
  await fn().finally(() => done.abort());
  await running;
}

async function retryDeadLetters({ base, features }: ServiceApp) {
  const broker = await connected(base.link);
  const requeue = Object.assign({}, ...features.map((feature) => feature.requeue ?? {}));
  return base.deadLetters.retry(broker.jetstream(), { limit: LETTERS_MAX, requeue });
}

async function publish({ base }: ServiceApp, events: readonly DomainEvent[]): Promise<void> {
  const { link, streams } = base;
  const topology = topologyOf(streams, 'campaigns');
  const connection = await connected(link);
  // The service creates the stream in the background.
  await ensureTopology(connection, topology);
  const jetstream = connection.jetstream();
  for (const event of events)
    await jetstream.publish(subjectOf(topology, 'campaigns', event.type), JSON.stringify(event));
}

/** A request with the given fields and the mask that names them. */
export function written(fields: Partial<ContactInput>, cleared: readonly string[] = []) {
  const { company, ...plain } = fields;
  const companyPaths = Object.keys(company ?? {}).map((field) => `company.${field}`);
  const empty = { company: undefined, tags: [], custom_fields: undefined };
  return { input: { ...empty, ...fields }, mask: [...Object.keys(plain), ...companyPaths, ...cleared] };
}

/** A list request with defaults for all other parameters. */
export function listed(fields: Partial<ListContactsRequest> = {}): ListContactsRequest {
  return {
    page: { page_size: 0, cursor: '' },
    sort: '',
    icp_tiers: [],
    grades: [],
    tags: [],
    created_after: undefined,
    updated_after: undefined,
    include_deleted: false,
    ...fields,
  };
}

export function searched(fields: Partial<SearchContactsRequest> = {}): SearchContactsRequest {
  return {
    filters: [],
    filters_logic: '',
    sort: [],
    page: { page_size: 0, cursor: '' },
    include_deleted: false,
    ...fields,
  };
}
