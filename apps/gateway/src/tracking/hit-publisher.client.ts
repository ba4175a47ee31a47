import { trackingHit } from '@outreach/contracts-campaigns';
import {
  ensureTopology,
  publishBytes,
  subjectOf,
  type Message,
  type NatsLink,
  type Topology,
} from '@outreach/event-bus/nats';
import { newEvent } from '@outreach/event-schema';
import { newId, type Clock, type Logger } from '@outreach/service-kit';
import { pause, type Resource } from '@outreach/service-kit/lifecycle';
import { countedHits } from './limit-hits.ts';
import type { HitSink, Hit } from './ports.ts';

/** Hits that wait in memory while the broker is away; a hit takes about 1 KB. */
const WAITING_MAX = 50_000;
/** Hits of one message. */
const BATCH_MAX = 128;
/** Hits collect for this time, so that one message carries several. */
const COLLECT_MS = 10;
const TIMES: PublishTimes = { ackMsMax: 2_000, retryMs: 500 };
const DRAIN_MS = 3_000;

interface HitPublisherOptions {
  readonly link: NatsLink;
  readonly topology: Topology;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly times?: PublishTimes;
}

interface PublishTimes {
  /** Time in ms for an acknowledgement. */
  readonly ackMsMax: number;
  /** Pause in ms before a batch is published again. */
  readonly retryMs: number;
}

type Connection = NonNullable<ReturnType<NatsLink['current']>>;

/** Publishes hits in batches, in their order. A stored hit is counted once, also after a crash. */
export function createHitPublisher(options: HitPublisherOptions): HitSink & Resource {
  const waiting: IdentifiedHit[] = [];
  const abort = new AbortController();
  let running: Promise<void> | undefined;
  return {
    name: 'tracking hits',
    add: (hit) => {
      if (waiting.length >= WAITING_MAX) {
        countedHits.inc({ outcome: 'dropped' });
        return;
      }
      waiting.push({ hit, atMs: options.clock.now(), id: newId('evt') });
      running ??= publishAll(options, waiting, abort.signal).finally(() => (running = undefined));
    },
    stop: async () => {
      const timer = setTimeout(() => abort.abort(), DRAIN_MS);
      await running;
      clearTimeout(timer);
      if (waiting.length > 0) countedHits.inc({ outcome: 'dropped' }, waiting.length);
    },
  };
}

async function publishAll(
  options: HitPublisherOptions,
  waiting: IdentifiedHit[],
  signal: AbortSignal,
): Promise<void> {
  await pause(COLLECT_MS, signal);
  while (waiting.length > 0 && !signal.aborted) {
    const batch = waiting.slice(0, BATCH_MAX);
    if (!(await publishUntilStored(options, batch, signal))) return;
    waiting.splice(0, batch.length);
    countedHits.inc({ outcome: 'stored' }, batch.length);
    if (waiting.length < BATCH_MAX) await pause(COLLECT_MS, signal);
  }
}

/**
 * A batch keeps its content and its id until the broker acknowledges it: the broker may have stored a batch whose
 * acknowledgement is late, and drops every further message with its id. Resolves to false if the process stops first.
 */
async function publishUntilStored(
  options: HitPublisherOptions,
  batch: readonly IdentifiedHit[],
  signal: AbortSignal,
): Promise<boolean> {
  const { topology, link, times = TIMES } = options;
  const message: Message = {
    subject: subjectOf(topology, 'gateway', trackingHit.type),
    bytes: JSON.stringify(batch.map(toEvent)),
    messageId: batch[0]?.id ?? '',
    ackMsMax: times.ackMsMax,
  };
  while (!signal.aborted) {
    const connection = link.current();
    if (connection !== undefined && (await publish(options, connection, message))) return true;
    await pause(times.retryMs, signal);
  }
  return false;
}

async function publish(
  { topology, logger }: HitPublisherOptions,
  connection: Connection,
  message: Message,
): Promise<boolean> {
  const published = await publishBytes(connection.jetstream(), message);
  if (published.outcome === 'stored') return true;
  logger.warn({ reason: published.reason, batch: message.messageId }, 'hits wait for the broker');
  // The stream may not exist yet: this process can be the first one that uses it.
  await ensureTopology(connection, topology).catch(() => undefined);
  return false;
}

/** A hit with its time and the id of its event: the broker and the consumer drop a repeated one. */
interface IdentifiedHit {
  readonly hit: Hit;
  readonly atMs: number;
  readonly id: string;
}

export function toEvent({ hit, atMs, id }: IdentifiedHit): object {
  const { workspace_id: workspaceId, ...data } = hit;
  const aggregate = { id: hit.send_id, version: 0 };
  return newEvent(trackingHit, { id, workspaceId, occurredAt: new Date(atMs), aggregate, data });
}
