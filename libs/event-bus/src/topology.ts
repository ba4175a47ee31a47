import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  nanos,
  RetentionPolicy,
  StorageType,
  type ConsumerConfig,
  type JetStreamManager,
  type NatsConnection,
  type StreamConfig,
} from 'nats';
import { apiCode, streamInfo } from './stream-info.ts';

const MINUTE_MS = 60_000;
const DUPLICATE_WINDOW_MS = 5 * MINUTE_MS;
export const API_TIMEOUT_MS = 5_000;
/** Events of a killed handler are redelivered after this time. */
export const ACK_WAIT_MS = 15_000;
/** Bounds the messages that all consumers of a durable hold in memory: at most 64 MiB. */
const ACKS_PENDING_MAX = 1_024;

const STREAM_EXISTS = 10_058;
const CONSUMER_EXISTS = new Set([10_013, 10_148]);

/** The settings that all streams of domain events share. */
export interface StreamSettings {
  /** First part of the names of the streams, for example `DOMAIN_EVENTS` of `DOMAIN_EVENTS_contacts`. */
  readonly prefix: string;
  readonly subjectPrefix: string;
  /** Size at which a stream refuses further messages; events then wait in the outbox of its publisher. */
  readonly maxBytes: number;
  readonly replicas: number;
  /** True if a Job makes streams and durables (SCHEMA=check): other processes wait for them. */
  readonly isMadeByJob?: boolean;
}

/** The stream of one publishing service. */
export interface Topology {
  readonly stream: string;
  readonly subjectPrefix: string;
  /** The subjects of the stream, `evt.contacts.>`. */
  readonly subjects: string;
  readonly maxBytes: number;
  readonly replicas: number;
  readonly durables: readonly DurableRow[];
  readonly isMadeByJob?: boolean;
  /** ACK_WAIT_MS without it. */
  readonly ackWaitMs?: number;
}

export interface DurableRow {
  readonly durable: string;
  /** The service whose events the durable receives. */
  readonly service: string;
  /** First words of the received types, for example `email` for `email.sent`; all types without it. */
  readonly families?: readonly string[];
  /** Further received types; only these without families. */
  readonly types?: readonly string[];
}

/** Families of public events of the campaigns service; its other families are internal. */
export const PUBLIC_CAMPAIGN_FAMILIES = [
  'campaign',
  'email',
  'sequence',
  'sending_account',
  'tracking_domain',
  'export',
  'inbox',
] as const;

/**
 * The durables of all streams. A stream keeps a message until each interested durable has acknowledged it, so all
 * durables of a stream are created before it receives its subjects: a later one would miss events.
 */
export const DURABLES: readonly DurableRow[] = [
  { durable: 'webhooks-contacts', service: 'contacts', families: ['contact', 'import', 'export'] },
  { durable: 'webhooks-campaigns', service: 'campaigns', families: PUBLIC_CAMPAIGN_FAMILIES },
  { durable: 'webhooks-webhooks', service: 'webhooks', families: ['webhook'] },
  // Apart from deliveries: a flood of these events delays notifications only.
  { durable: 'notifications-contacts', service: 'contacts', types: ['import.completed'] },
  {
    durable: 'notifications-campaigns',
    service: 'campaigns',
    types: [
      'campaign.auto_paused',
      'campaign.completed',
      'sending_account.disconnected',
      'tracking_domain.failed',
    ],
  },
  {
    durable: 'notifications-webhooks',
    service: 'webhooks',
    types: ['webhook.endpoint_disabled', 'webhook.endpoint_failing'],
  },
  ...['contacts', 'campaigns', 'webhooks'].map((service) => ({
    durable: `auth-${service}`,
    service,
    families: ['audit'],
  })),
  {
    durable: 'contacts-campaigns',
    service: 'campaigns',
    families: ['email', 'enrollment', 'engagement'],
    types: ['inbox.message_sent'],
  },
  { durable: 'contacts-retention', service: 'campaigns', types: ['retention.updated'] },
  {
    durable: 'campaigns-contacts',
    service: 'contacts',
    types: ['contact.deleted', 'contact.suppressed', 'contact.updated', 'contact.verified'],
  },
];

const TRACKING_BYTES_MAX = 67_108_864;
/** About 30,000 unsubscribes. */
const UNSUBSCRIBES_BYTES_MAX = 16_777_216;

/** The stream of a publishing service. A full stream stops the publishing of this service only. */
export function topologyOf(settings: StreamSettings, service: string): Topology {
  const { prefix, ...shared } = settings;
  return {
    ...shared,
    stream: `${prefix}_${service}`,
    subjects: subjectOf(settings, service, '>'),
    durables: DURABLES.filter((row) => row.service === service),
  };
}

/** The stream that a durable reads. @throws Error when the table has no such durable. */
export function topologyOfDurable(settings: StreamSettings, durable: string): Topology {
  const row = DURABLES.find((each) => each.durable === durable);
  if (row === undefined) throw new Error(`${durable} is not in the table of durables.`);
  return topologyOf(settings, row.service);
}

/**
 * The stream of requests for links in emails. It is bounded by itself, so that a flood of requests leaves the streams of
 * domain events alone; the gateway is its only publisher.
 */
export function trackingTopology(settings: GatewayStreamSettings): Topology {
  return gatewayTopology(settings, { family: 'tracking', maxBytes: TRACKING_BYTES_MAX });
}

/**
 * The stream of unsubscribes that campaigns did not take, because it could not be reached. A flood of other requests for
 * links leaves it alone.
 */
export function unsubscribeTopology(settings: GatewayStreamSettings): Topology {
  return gatewayTopology(settings, { family: 'unsubscribes', maxBytes: UNSUBSCRIBES_BYTES_MAX });
}

export type GatewayStreamSettings = Pick<StreamSettings, 'subjectPrefix' | 'replicas' | 'isMadeByJob'>;

function gatewayTopology(
  { subjectPrefix, replicas, isMadeByJob = false }: GatewayStreamSettings,
  { family, maxBytes }: { readonly family: string; readonly maxBytes: number },
): Topology {
  const name = `${subjectPrefix.replaceAll('.', '-')}_${family}`;
  return {
    stream: name,
    subjectPrefix: name,
    subjects: `${name}.>`,
    maxBytes,
    replicas,
    isMadeByJob,
    durables: [{ durable: `campaigns-${family}`, service: 'gateway' }],
  };
}

export function subjectOf(
  { subjectPrefix }: Pick<Topology, 'subjectPrefix'>,
  service: string,
  type: string,
): string {
  return `${subjectPrefix}.${service}.${type}`;
}

export type TopologyRole = 'publisher' | 'consumer';

/**
 * Creates the stream with all its durables, and updates them. The stream receives its subjects last, so that no message
 * is stored before all durables exist. Safe to run concurrently in many processes.
 */
export async function ensureTopology(
  connection: NatsConnection,
  topology: Topology,
  role: TopologyRole = 'publisher',
): Promise<void> {
  const manager = await connection.jetstreamManager({ timeout: API_TIMEOUT_MS });
  await addStream(manager, topology);
  for (const row of topology.durables) await ensureDurable(manager, topology, row);
  await updateStream(manager, topology, role);
}

/** Adds a missing stream with a subject that no message has. */
async function addStream(manager: JetStreamManager, topology: Topology): Promise<void> {
  const { stream, maxBytes, replicas } = topology;
  if ((await streamInfo(manager, stream)) !== undefined) return;
  const added = {
    name: stream,
    subjects: [stream],
    retention: RetentionPolicy.Interest,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_bytes: maxBytes,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    num_replicas: replicas,
  } satisfies Partial<StreamConfig>;
  try {
    await manager.streams.add(added);
  } catch (err) {
    // Another process has added the stream meanwhile.
    if (apiCode(err) !== STREAM_EXISTS) throw err;
  }
}

/** Size and replicas are settings of the publisher; a consumer changes subjects only. */
async function updateStream(
  manager: JetStreamManager,
  { stream, subjects, maxBytes, replicas }: Topology,
  role: TopologyRole,
): Promise<void> {
  const config = (await streamInfo(manager, stream))?.config;
  const limits = role === 'publisher' ? { max_bytes: maxBytes, num_replicas: replicas } : {};
  const wanted = { ...limits, subjects: [subjects] };
  if (config !== undefined && isPartOf(wanted, config)) return;
  await manager.streams.update(stream, wanted);
}

function isPartOf(wanted: Partial<StreamConfig>, config: StreamConfig): boolean {
  return JSON.stringify({ ...config, ...wanted }) === JSON.stringify(config);
}

async function ensureDurable(manager: JetStreamManager, topology: Topology, row: DurableRow): Promise<void> {
  const config = {
    durable_name: row.durable,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(topology.ackWaitMs ?? ACK_WAIT_MS),
    deliver_policy: DeliverPolicy.All,
    filter_subjects: filtersOf(topology, row),
    max_ack_pending: ACKS_PENDING_MAX,
  } satisfies Partial<ConsumerConfig>;
  try {
    await manager.consumers.add(topology.stream, config);
  } catch (err) {
    if (!CONSUMER_EXISTS.has(apiCode(err) ?? 0)) throw err;
    await manager.consumers.update(topology.stream, row.durable, config);
  }
}

function filtersOf(topology: Topology, { service, families, types }: DurableRow): string[] {
  if (families === undefined && types === undefined) return [subjectOf(topology, service, '>')];
  const words = [...(families ?? []).map((family) => `${family}.>`), ...(types ?? [])];
  return words.map((word) => subjectOf(topology, service, word));
}

/** True when the durable receives events of this type; tests compare the table with the contracts. */
export function isReceived({ families, types }: DurableRow, type: string): boolean {
  if (families === undefined && types === undefined) return true;
  const isOfFamily = families?.some((family) => type.startsWith(`${family}.`)) ?? false;
  return isOfFamily || (types?.includes(type) ?? false);
}
