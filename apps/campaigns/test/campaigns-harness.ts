import { CampaignsServiceService } from '@outreach/contracts-campaigns';
import type { EnrollmentStatus } from '@outreach/contracts-campaigns/enrollment';
import { campaignEvents } from '@outreach/contracts-campaigns/events';
import type { ListContactEnrollmentsRequest } from '@outreach/contracts-campaigns/gen/enrollments.ts';
import { campaignInternalEvents } from '@outreach/contracts-campaigns/internal-events';
import { auditRecorded } from '@outreach/contracts-common/audit';
import { sharedEvents } from '@outreach/contracts-common/export';
import {
  connectNats,
  ensureTopology,
  subjectOf,
  topologyOf,
  trackingTopology,
  unsubscribeTopology,
  type NatsLink,
  type Topology,
} from '@outreach/event-bus';
import { consumeEphemeral } from '@outreach/event-bus/consumer';
import type { ServiceBase } from '@outreach/app-kit';
import { createCatalogue, isEvent, type DomainEvent } from '@outreach/event-schema';
import { queueWakeUpsOf } from '@outreach/job-kit/wake-ups';
import { createLogger, newId } from '@outreach/service-kit';
import {
  connected,
  connectWaking,
  createTestIdentities,
  startService,
  testEnvironment,
  type RunningApp,
} from '@outreach/testing';
import type { Db } from 'mongodb';
import type { z } from 'zod';
import { campaignsService } from '../src/app.ts';
import { SETTING_DEFAULTS } from '../src/campaigns/campaign-settings.ts';
import type { Campaign } from '../src/campaigns/campaign.ts';
import type { Enrollment } from '../src/enrollments/enrollment.ts';
import { WINNER_DEFAULTS, type Sequence } from '../src/sequences/sequence.ts';
import { startFakeContacts, type FakeContacts } from './fake-contacts.ts';
import { createMovingClock, type MovingClock } from './moving-clock.ts';
import { runRound } from './run-round.ts';

const PUBLISHED = [...campaignEvents, ...campaignInternalEvents, ...sharedEvents, auditRecorded];
type AuditEvent = DomainEvent<z.output<typeof auditRecorded.data>>;

export interface CampaignsUnderTest extends RunningApp<typeof CampaignsServiceService> {
  readonly violations: string[];
  /** The service's database, for changes that no request makes. A change wakes the work queues of its collection in all processes. */
  readonly database: Db;
  /** Gets the collection of each wake-up for the workers of other processes, from the call on. */
  listenToWakeUps(listener: (collection: string) => void): void;
  /** The events that the service has published, without those for the audit log. */
  readonly published: readonly DomainEvent[];
  /** The published events for the audit log. */
  readonly audited: readonly AuditEvent[];
  /** The fake of the contacts service. */
  readonly contacts: FakeContacts;
  /** Writes records that no request creates. */
  write(collection: string, ...records: readonly StoredRecord[]): Promise<void>;
  /** Writes enrollments. */
  enroll(...enrollments: readonly Enrollment[]): Promise<void>;
  /** Publishes events as the relay of the contacts service does. */
  publish(...events: readonly DomainEvent[]): Promise<void>;
  /** Publishes requests for links as the gateway does. */
  publishHits(...hits: readonly DomainEvent[]): Promise<void>;
  /** The clock of the service. */
  readonly clock: MovingClock;
  readonly base: ServiceBase;
  readonly features: readonly { readonly name: string }[];
  /** Runs one round of a polling job now. */
  runRound(job: string): Promise<void>;
  /** Publishes unsubscribes as the gateway does while it cannot reach the service. */
  publishUnsubscribes(...hits: readonly DomainEvent[]): Promise<void>;
  /** Starts another process of the service on the same database, with other settings if they are given. */
  startReplica(changes?: Readonly<Record<string, string>>): Promise<Replica>;
}

export interface Replica {
  /** The database of the service. A change wakes the work queues of this process only. */
  readonly database: Db;
  stop(): Promise<void>;
}

/** Starts the campaigns service on its own database. By default it sends no email. */
export async function startCampaigns(
  overrides: Readonly<Record<string, string>> = {},
  clock: MovingClock = createMovingClock(),
): Promise<CampaignsUnderTest> {
  const { env, identities } = await testEnvironment('campaigns', clock);
  const violations: string[] = [];
  const logger = createLogger({ name: 'campaigns', level: 'silent' });
  const own = await createTestIdentities('campaigns', clock);
  const contacts = await startFakeContacts(own, logger);
  const settings = {
    ...env,
    IDENTITY_PRIVATE_KEY: JSON.stringify(own.privateJwk),
    CONTACTS_ADDRESS: contacts.address,
    SENDING_CONCURRENCY: '0',
    ...overrides,
  };
  const config = campaignsService.config.load(settings);
  const build = (changes: Readonly<Record<string, string>> = {}) =>
    campaignsService.build(campaignsService.config.load({ ...settings, ...changes }), {
      logger,
      clock,
      onTenantViolation: (description) => violations.push(description),
    });
  const service = { service: 'campaigns', definition: CampaignsServiceService, identities };
  const app = build();
  const { streams, mongo } = app.base;
  const running = await startService(app, service);
  const processes = [queueWakeUpsOf(mongo.connection)];
  const client = await connectWaking(config.MONGODB_URI, processes);
  const link = connectNats({ url: config.NATS_URL, name: 'contacts', logger });
  await link.start();
  const database = client.db(config.MONGODB_DATABASE);
  const write = async (name: string, ...records: readonly StoredRecord[]): Promise<void> => {
    const rows = database.collection<{ _id: string }>(name);
    await rows.insertMany(records.map(({ id, ...fields }) => ({ _id: id, ...fields })));
  };
  const published: DomainEvent[] = [];
  const audited: AuditEvent[] = [];
  const listener = consumeEphemeral({
    link,
    subject: subjectOf(streams, 'campaigns', '>'),
    catalogue: createCatalogue(PUBLISHED),
    logger,
    handle: (event) => {
      if (isEvent(auditRecorded, event)) audited.push(event);
      else published.push(event);
    },
    onGap: () => undefined,
  });
  await listener.start();
  return {
    ...running,
    violations,
    listenToWakeUps: queueWakeUpsOf(mongo.connection).forwardTo,
    contacts,
    database,
    published,
    audited,
    clock,
    base: app.base,
    features: app.features,
    runRound: async (job) => runRound(app.jobs, job),
    startReplica: async (changes) => {
      const replica = build(changes);
      const { stop } = await startService(replica, service);
      const woken = queueWakeUpsOf(replica.base.mongo.connection);
      const waking = await connectWaking(config.MONGODB_URI, [woken]);
      processes.push(woken);
      return {
        database: waking.db(config.MONGODB_DATABASE),
        stop: async () => {
          await waking.close();
          await stop();
        },
      };
    },
    write,
    enroll: async (...enrollments) => write('enrollments', ...enrollments),
    publish: async (...events) => {
      const connection = await connected(link);
      await ensureTopology(connection, topologyOf(streams, 'contacts'));
      const jetstream = connection.jetstream();
      for (const event of events)
        await jetstream.publish(subjectOf(streams, 'contacts', event.type), JSON.stringify(event));
    },
    publishHits: async (...hits) => publishHits(link, trackingTopology(streams), hits),
    publishUnsubscribes: async (...hits) => publishHits(link, unsubscribeTopology(streams), hits),
    stop: async () => {
      await listener.stop();
      await link.stop();
      await running.stop();
      await client.close();
      await contacts.stop();
    },
  };
}

async function publishHits(link: NatsLink, topology: Topology, hits: readonly DomainEvent[]): Promise<void> {
  const connection = await connected(link);
  await ensureTopology(connection, topology);
  const subject = subjectOf(topology, 'gateway', 'tracking.hit');
  await connection.jetstream().publish(subject, JSON.stringify(hits));
}

/** A sequence with this number of steps. */
export function sequenceOf(workspaceId: string, stepCount: number): Sequence {
  const createdAt = new Date('2026-01-31T09:30:00.000Z');
  return {
    id: newId('seq'),
    workspace_id: workspaceId,
    name: 'Introduction',
    description: null,
    status: 'active',
    version: 1,
    steps: Array.from({ length: stepCount }, (_, index) => ({
      id: newId('stp'),
      step_number: index + 1,
      step_type: 'email',
      delay_value: index === 0 ? 0 : 3,
      delay_unit: 'days',
      thread_mode: index === 0 ? 'new' : 'reply',
      subject: index === 0 ? 'A question' : null,
      body_html: '<p>Hello</p>',
      ...{ body_text: null, variants: [], winner: WINNER_DEFAULTS },
    })),
    created_at: createdAt,
    updated_at: createdAt,
  };
}

/** An active campaign that accepts all contacts. */
export function campaignOf(
  { workspaceId, sequenceId }: { readonly workspaceId: string; readonly sequenceId: string },
  changes: Partial<Campaign> = {},
): Campaign {
  const createdAt = new Date('2026-01-31T09:30:00.000Z');
  return {
    id: newId('cmp'),
    workspace_id: workspaceId,
    name: 'Founders in Europe',
    status: 'active',
    ...SETTING_DEFAULTS,
    campaign_type: 'nurture',
    sequence_id: sequenceId,
    sending_account_ids: [newId('acc')],
    pause_reason: null,
    paused_by: null,
    paused_at: null,
    completed_at: null,
    archived_at: null,
    started_at: createdAt,
    resumed_at: null,
    created_at: createdAt,
    updated_at: createdAt,
    version: 1,
    ...changes,
  };
}

/** An enrollment of a contact in a new campaign. */
export function enrollmentOf(
  { workspaceId, contactId }: { readonly workspaceId: string; readonly contactId: string },
  changes: Partial<Enrollment> = {},
): Enrollment {
  const enrolledAt = new Date('2026-01-31T09:30:00.000Z');
  return {
    id: newId('enr'),
    workspace_id: workspaceId,
    campaign_id: newId('cmp'),
    sequence_id: newId('seq'),
    contact_id: contactId,
    contact_email: 'maria@example.com',
    address_key: 'example.com@maria',
    time_zone: null,
    mail_provider: null,
    contact_version: 0,
    status: 'active',
    stop_reason: null,
    stopped_by_event_at: null,
    keeps_queued: false,
    source: 'filter',
    current_step: 0,
    steps_total: 3,
    next_step: 1,
    next_send_at: null,
    due_at: enrolledAt,
    last_sent_at: null,
    sending_account_id: null,
    sent_count: 0,
    opened: false,
    replied: false,
    bounced: false,
    thread_id: null,
    enrolled_at: enrolledAt,
    completed_at: null,
    updated_at: enrolledAt,
    version: 1,
    ...changes,
  };
}

/** A request for a page of a contact's enrollments. */
export function listedFor(
  contactId: string,
  { statuses = [], cursor = '', size = 50 }: ListChanges = {},
): ListContactEnrollmentsRequest {
  return { contact_id: contactId, statuses: [...statuses], page: { page_size: size, cursor } };
}

interface ListChanges {
  readonly statuses?: readonly (EnrollmentStatus | 'unknown')[];
  readonly cursor?: string;
  readonly size?: number;
}

type StoredRecord = Readonly<Record<'id' | 'workspace_id', string>>;
