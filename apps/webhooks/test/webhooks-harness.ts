import { contactCreated } from '@outreach/contracts-contacts/events';
import { WebhooksServiceService } from '@outreach/contracts-webhooks';
import type { CreateEndpointRequest } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import {
  connectNats,
  ensureTopology,
  publishBytes,
  subjectOf,
  topologyOf,
  type JetStreamClient,
  type NatsLink,
  type StreamSettings,
} from '@outreach/event-bus';
import type { DomainEvent } from '@outreach/event-schema';
import { queueWakeUpsOf } from '@outreach/job-kit/wake-ups';
import { connectMongo, type Mongo } from '@outreach/mongo-kit';
import { createLogger, newId, systemClock, type Clock } from '@outreach/service-kit';
import type { Job } from '@outreach/service-kit/lifecycle';
import {
  connected,
  eventLike,
  startService,
  testCall,
  testEnvironment,
  type RunningApp,
  type ServiceEnvironment,
} from '@outreach/testing';
import { startWebhookSink, type WebhookSink } from '@outreach/testing/webhook-sink';
import { webhooksService } from '../src/app.ts';

const logger = createLogger({ name: 'webhooks-test', level: process.env['LOG_LEVEL'] ?? 'silent' });
const LOOPBACK = '127.0.0.0/8,::1/128';

export interface WebhooksUnderTest {
  readonly client: RunningApp<typeof WebhooksServiceService>['client'];
  readonly sink: WebhookSink;
  readonly violations: readonly string[];
  /** A connection to the service's database, without the tenant guard. */
  readonly database: Mongo['connection'];
  /** Wakes the workers of a collection, after a test has changed its documents or the clock. */
  wake(collection: string): void;
  /** Runs rounds of a periodic job while `fn` runs; the first one starts at once. */
  withJob(name: string, fn: () => Promise<void>): Promise<void>;
  /** Makes the retries of an endpoint due now and wakes the workers. */
  makeRetriesDue(endpointId: string): Promise<void>;
  /** Publishes events as the relay of the contacts service does. */
  publish(...events: readonly DomainEvent[]): Promise<void>;
  /** Publishes any content to the stream of a service. */
  publishContent(
    subject: { readonly service: string; readonly type: string },
    content: string,
  ): Promise<void>;
  stop(): Promise<void>;
}

export interface HarnessOptions {
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly env?: Readonly<Record<string, string>>;
  /** The database and the stream of another instance. */
  readonly environment?: ServiceEnvironment;
}

/** Starts the webhooks service on its own database and stream, a receiver, and a publisher. */
export async function startWebhooks(options: HarnessOptions = {}): Promise<WebhooksUnderTest> {
  const { env, identities } = options.environment ?? (await testEnvironment('webhooks'));
  const violations: string[] = [];
  const config = webhooksService.config.load({
    ...env,
    OUTBOUND_ALLOW_PRIVATE_CIDRS: LOOPBACK,
    ...options.env,
  });
  const app = webhooksService.build(config, {
    logger,
    onTenantViolation: (description) => violations.push(description),
    clock: options.clock ?? systemClock,
    random: options.random ?? (() => 0.5),
  });
  const running = await startService(app, {
    service: 'webhooks',
    definition: WebhooksServiceService,
    identities,
  });
  const { streams } = app.base;
  const link = connectNats({ url: config.NATS_URL, name: 'webhooks-test', logger });
  const database = config.MONGODB_DATABASE ?? 'outreach_webhooks';
  const mongo = connectMongo({ uri: config.MONGODB_URI, database, appName: 'webhooks-test', logger });
  await Promise.all([link.start(), mongo.start()]);
  const sink = await startWebhookSink();
  const wakeUps = queueWakeUpsOf(app.base.mongo.connection);
  return {
    client: running.client,
    sink,
    violations,
    database: mongo.connection,
    wake: (collection) => wakeUps.raise(collection),
    withJob: async (name, fn) => withJob(app.jobs, name, fn),
    makeRetriesDue: async (endpointId) => {
      const retries = { endpoint_id: endpointId, status: 'failed', lease_token: null, due_at: { $ne: null } };
      await mongo.connection.collection('deliveries').updateMany(retries, { $set: { due_at: new Date(0) } });
      wakeUps.raise('deliveries');
    },
    publish: async (...events) => {
      const publishAlone = async (event: DomainEvent): Promise<void> => {
        const service = /^(contact|import)\./.test(event.type) ? 'contacts' : 'campaigns';
        const client = await publisherOf({ link, streams }, service);
        const subject = subjectOf(streams, service, event.type);
        const message = { subject, bytes: JSON.stringify(event), messageId: newId('pub') };
        const { outcome } = await publishBytes(client, message);
        if (outcome !== 'stored') throw new Error(`The event was not published: ${outcome}.`);
      };
      await Promise.all(events.map(publishAlone));
    },
    publishContent: async ({ service, type }, content) => {
      const client = await publisherOf({ link, streams }, service);
      await client.publish(subjectOf(streams, service, type), content);
    },
    stop: async () => {
      // The receiver stops first: requests that hang in it end at once.
      await sink.close();
      await running.stop();
      await link.stop();
      await mongo.stop();
    },
  };
}

async function withJob(jobs: readonly Job[], name: string, fn: () => Promise<void>): Promise<void> {
  const job = jobs.find((one) => one.name === name);
  if (job === undefined) throw new Error(`The service has no job ${name}.`);
  const done = new AbortController();
  const running = job.run(done.signal);
  await fn().finally(() => done.abort());
  await running;
}

/** A client of the broker, after the stream of the service exists. */
async function publisherOf(
  { link, streams }: { readonly link: NatsLink; readonly streams: StreamSettings },
  service: string,
): Promise<JetStreamClient> {
  const connection = await connected(link);
  await ensureTopology(connection, topologyOf(streams, service));
  return connection.jetstream();
}

/** A contact.created of a workspace. */
export function contactEvent(workspaceId: string): DomainEvent {
  const id = newId('ct');
  const aggregate = { id, version: 1 };
  return eventLike(contactCreated, { workspaceId, aggregate, data: { id, workspace_id: workspaceId } });
}

export function newWorkspace(): string {
  return newId('ws');
}

/** Creates an endpoint at the harness's receiver with a subscription to contact.created. */
export async function createEndpoint(
  { client, sink }: Pick<WebhooksUnderTest, 'client' | 'sink'>,
  workspaceId: string,
  overrides: Partial<CreateEndpointRequest> = {},
) {
  const request = {
    name: 'CRM',
    url: `${sink.url}/hook`,
    event_subscriptions: ['contact.created'],
    custom_headers: {},
    ...overrides,
  };
  const { endpoint, signing_secret } = await client.createEndpoint(testCall(workspaceId), request);
  if (endpoint === undefined) throw new Error('The reply has no endpoint.');
  return { endpoint, secret: signing_secret };
}

/** The delivery log of an endpoint without its creation test, newest first. */
export async function deliveriesOf(
  { client }: Pick<WebhooksUnderTest, 'client'>,
  workspaceId: string,
  endpointId: string,
) {
  const { deliveries } = await client.listDeliveries(testCall(workspaceId), {
    endpoint_id: endpointId,
    page: undefined,
  });
  return deliveries.filter((delivery) => !delivery.is_test);
}
