import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  nanos,
  NatsError,
  RetentionPolicy,
  StorageType,
  type ConsumerConfig,
  type JetStreamManager,
  type NatsConnection,
  type StreamConfig,
} from 'nats';

const MINUTE_MS = 60_000;
const DUPLICATE_WINDOW_MS = 5 * MINUTE_MS;
const API_TIMEOUT_MS = 5_000;
/** Events of a killed or slower handler are redelivered after this time. */
const ACK_WAIT_MS = 15_000;
/** Bounds the messages that the consumers of a durable hold in memory: at most 64 MiB. */
export const ACKS_PENDING_MAX = 1_024;

const STREAM_NOT_FOUND = 10_059;
const CONSUMER_EXISTS = new Set([10_013, 10_148]);

/** Stream and subjects; tests use names of their own on a shared broker. */
export interface Topology {
  readonly stream: string;
  readonly subjectPrefix: string;
  /** Size at which the stream refuses further messages; events then wait in the outboxes. */
  readonly maxBytes: number;
  /** Replicas of the stream; 3 on a cluster. */
  readonly replicas?: number;
  /** The durables of the stream; DURABLES without it. */
  readonly durables?: readonly DurableRow[];
}

export interface DurableRow {
  readonly durable: string;
  /** The service whose events the durable receives. */
  readonly service: string;
  /** First words of the received types, for example `email` for `email.sent`; all types without it. */
  readonly families?: readonly string[];
  /** Instead of families: the received types. */
  readonly types?: readonly string[];
}

/** Families of public events of the campaigns service; its other families are internal. */
export const PUBLIC_CAMPAIGN_FAMILIES = ['campaign', 'email', 'sending_account', 'export'] as const;

/**
 * Every durable of the stream. The stream keeps a message until each interested durable has acknowledged it, so all
 * durables are created before the first publish: a later one would miss events.
 */
export const DURABLES: readonly DurableRow[] = [
  { durable: 'webhooks-contacts', service: 'contacts' },
  { durable: 'webhooks-campaigns', service: 'campaigns', families: PUBLIC_CAMPAIGN_FAMILIES },
  { durable: 'webhooks-webhooks', service: 'webhooks' },
  { durable: 'contacts-campaigns', service: 'campaigns', families: ['email', 'enrollment', 'engagement'] },
  {
    durable: 'campaigns-contacts',
    service: 'contacts',
    types: ['contact.deleted', 'contact.suppressed', 'contact.updated'],
  },
];

const TRACKING_BYTES_MAX = 67_108_864;

/**
 * The stream of requests for links in emails. It is bounded by itself, so that a flood of requests leaves the stream of
 * domain events alone; the gateway is its only publisher.
 */
export function trackingTopology(subjectPrefix: string): Topology {
  const name = `${subjectPrefix.replaceAll('.', '-')}_tracking`;
  return {
    stream: name,
    subjectPrefix: name,
    maxBytes: TRACKING_BYTES_MAX,
    durables: [{ durable: 'campaigns-tracking', service: 'gateway' }],
  };
}

export function durablesOf({ durables = DURABLES }: Topology): readonly DurableRow[] {
  return durables;
}

export function subjectOf(topology: Topology, service: string, type: string): string {
  return `${topology.subjectPrefix}.${service}.${type}`;
}

/** Creates or updates the stream and all durables. Safe to run concurrently in many processes. */
export async function ensureTopology(connection: NatsConnection, topology: Topology): Promise<void> {
  const manager = await connection.jetstreamManager({ timeout: API_TIMEOUT_MS });
  await ensureStream(manager, topology);
  for (const row of durablesOf(topology)) await ensureDurable(manager, topology, row);
}

async function ensureStream(manager: JetStreamManager, topology: Topology): Promise<void> {
  const wanted = {
    name: topology.stream,
    subjects: [`${topology.subjectPrefix}.>`],
    retention: RetentionPolicy.Interest,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_bytes: topology.maxBytes,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    num_replicas: topology.replicas ?? 1,
  } satisfies Partial<StreamConfig>;
  const present = await manager.streams.info(topology.stream).catch((err: unknown) => {
    if (apiCode(err) === STREAM_NOT_FOUND) return undefined;
    throw err;
  });
  if (present === undefined) {
    await manager.streams.add(wanted);
  } else if (
    present.config.max_bytes !== wanted.max_bytes ||
    present.config.num_replicas !== wanted.num_replicas
  ) {
    await manager.streams.update(topology.stream, wanted);
  }
}

async function ensureDurable(manager: JetStreamManager, topology: Topology, row: DurableRow): Promise<void> {
  const config = {
    durable_name: row.durable,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
    deliver_policy: DeliverPolicy.All,
    // Clears the single filter of a durable of an earlier version.
    filter_subject: '',
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
  if (types !== undefined) return types.map((type) => subjectOf(topology, service, type));
  if (families === undefined) return [subjectOf(topology, service, '>')];
  return families.map((family) => subjectOf(topology, service, `${family}.>`));
}

/** True when the durable receives events of this type; tests compare the table with the contracts. */
export function isReceived({ families, types }: DurableRow, type: string): boolean {
  if (types !== undefined) return types.includes(type);
  return families === undefined || families.some((family) => type.startsWith(`${family}.`));
}

/** The `err_code` of an error of the JetStream API. */
export function apiCode(err: unknown): number | undefined {
  return err instanceof NatsError ? err.api_error?.err_code : undefined;
}
