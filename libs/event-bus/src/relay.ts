import type { Connection } from './mongo-types.ts';
import { domainEventSchema } from '@outreach/event-schema';
import { createLeaderLease, type LeaderLease } from '@outreach/job-kit';
import type { Leases } from '@outreach/mongo-kit';
import type { Logger } from '@outreach/service-kit';
import { pause, supervise, type StartableResource } from '@outreach/service-kit/lifecycle';
import { counter } from '@outreach/service-kit/metrics';
import type { JetStreamClient, NatsConnection } from 'nats';
import { createDeadLetters, type DeadLetters } from './consumer/dead-letters.ts';
import { keepSubscribed } from './consumer/keep-subscribed.ts';
import type { NatsLink } from './nats-link.ts';
import { OUTBOX_COLLECTION, type Outbox, type OutboxRow } from './outbox.ts';
import { wakeUpSubject } from './share-wake-ups.ts';
import { publishPack, type Published } from './publish.ts';
import { prepareTopology } from './prepare-topology.ts';
import { subjectOf, type Topology } from './topology.ts';
import { publishTraced } from './trace-messages.ts';

/** Rows read, published and deleted together: 64 MiB at most. */
const BATCH_ROWS = 500;
/** A round after a wake-up begins at least this long after the previous one: under load, more rows share each round. */
const ROUND_INTERVAL_MS = 30;
const LEASE = 'relay';
/** The lease of a killed relay ends within this time; one that publishes renews twice in it. An idle relay lets it end. */
const LEASE_MS = 5_000;

export interface RelayTimes {
  /** Backstop: each commit and admin command wakes the relay; rows of a killed process are found within this time. */
  readonly pollMs: number;
  /** Pause while the broker is full or refuses everything. */
  readonly backoffMs: number;
  /** The result of a check of the lease counts for this time. */
  readonly leaseCheckMs: number;
  /** A process that does not lead looks at its rows again after this time: the leader may have been killed. */
  readonly forwardCheckMs: number;
}

const TIMES: RelayTimes = { pollMs: 5_000, backoffMs: 1_000, leaseCheckMs: 2_000, forwardCheckMs: 2_000 };

const published = counter('outbox_published_total', 'Events that the broker has acknowledged.');
const postponed = counter('outbox_postponed_total', 'Attempts to publish that must be repeated.');

export interface RelayOptions {
  /** The publishing service: the first token of a subject after the prefix. */
  readonly service: string;
  readonly connection: Connection;
  readonly outbox: Outbox;
  readonly link: NatsLink;
  readonly topology: Topology;
  /** Selects the one process that publishes. */
  readonly leases: Leases;
  readonly logger: Logger;
  /** Changes to the times that suit production. */
  readonly times?: Partial<RelayTimes>;
}

interface RelayState extends RelayOptions {
  readonly times: RelayTimes;
  readonly deadLetters: DeadLetters;
  /** The connection over which stream and durables were last verified. */
  prepared: NatsConnection | undefined;
  full: boolean;
  readonly lease: LeaderLease;
  /** The result of the last check of the lease. */
  leads: boolean;
}

/** Publishes committed events from the outbox to the stream, each at least once. The broker drops duplicates. */
export function createRelay(options: RelayOptions): StartableResource {
  const times = { ...TIMES, ...options.times };
  const state: RelayState = {
    ...options,
    times,
    deadLetters: createDeadLetters(options.connection),
    prepared: undefined,
    full: false,
    leads: false,
    lease: createLeaderLease({
      leases: options.leases,
      name: LEASE,
      leaseMs: LEASE_MS,
      checkMs: times.leaseCheckMs,
    }),
  };
  const ending = [
    options.link.onConnect(() => {
      state.prepared = undefined;
      options.outbox.wakeRelay();
    }),
    receiveWakeUps(state),
  ];
  const jobs = supervise([{ name: 'relay', run: async (signal) => runRelay(state, signal) }], options.logger);
  return {
    name: 'relay',
    start: async () => jobs.start(),
    stop: async () => {
      for (const end of ending) end();
      await jobs.stop();
      await state.lease.release();
    },
  };
}

/**
 * Publishes after each wake-up. At the start, and without one, the poll looks for rows: a start follows a crash or a
 * failure of the relay. The lease is taken only to publish.
 */
async function runRelay(state: RelayState, signal: AbortSignal): Promise<void> {
  const { pollMs, forwardCheckMs } = state.times;
  let waitMs = 0;
  let nextRoundMs = 0;
  while (!signal.aborted) {
    await pause(Math.max(0, nextRoundMs - performance.now()), signal);
    const isWoken = await state.outbox.wakeUp.wait(waitMs, signal);
    nextRoundMs = performance.now() + ROUND_INTERVAL_MS;
    const client = state.link.current();
    waitMs = pollMs;
    if (client === undefined) continue;
    if (!isWoken && !(await hasRows(state))) continue;
    if (await isLeader(state)) await publishAll(state, client, signal);
    else {
      forwardWakeUp(state, client);
      waitMs = forwardCheckMs;
    }
  }
}

async function isLeader(state: RelayState): Promise<boolean> {
  state.leads = await state.lease.isLeader();
  return state.leads;
}

async function hasRows({ connection }: RelayState): Promise<boolean> {
  const outbox = connection.collection<OutboxRow>(OUTBOX_COLLECTION);
  return (await outbox.findOne({}, { projection: { _id: 1 } })) !== null;
}

/** Publishes until the outbox is empty, the connection changes or another process leads. */
async function publishAll(state: RelayState, client: NatsConnection, signal: AbortSignal): Promise<void> {
  if (state.prepared !== client) {
    const { topology, logger } = state;
    if (!(await prepareTopology(client, topology, { role: 'publisher', logger }))) return;
    state.prepared = client;
  }
  do {
    const outcome = await moveBatch(state, client);
    if (outcome === 'empty') return;
    if (outcome === 'stuck') await pause(state.times.backoffMs, signal);
  } while (!signal.aborted && state.link.current() === client && (await isLeader(state)));
}

/** Wakes the relay at commits of other processes. A process that does not lead ignores them. */
function receiveWakeUps(state: RelayState): () => void {
  return keepSubscribed(state.link, wakeUpSubject(state, OUTBOX_COLLECTION), () => {
    if (state.leads) state.outbox.wakeRelay();
  });
}

/** Wakes the relay of the process that leads. */
function forwardWakeUp(state: RelayState, client: NatsConnection): void {
  if (!client.isClosed()) client.publish(wakeUpSubject(state, OUTBOX_COLLECTION));
}

/** `stuck` when nothing of a batch could be published, `empty` when no further row waits. */
async function moveBatch(state: RelayState, client: NatsConnection): Promise<'moved' | 'stuck' | 'empty'> {
  const outbox = state.connection.collection<OutboxRow>(OUTBOX_COLLECTION);
  const rows = await outbox.find({}, { sort: { _id: 1 }, limit: BATCH_ROWS }).toArray();
  if (rows.length === 0) return 'empty';
  const jetstream = client.jetstream();
  const results = await Promise.all(
    rows.map(async (row) => ({ row, result: await move(state, jetstream, row) })),
  );
  const settled: string[] = [];
  for (const { row, result } of results) if (await settle(state, row, result)) settled.push(row._id);
  report(state, results);
  // If a crash loses this delete, the events are published again and dropped as duplicates, so w: 1 is enough.
  if (settled.length > 0) await outbox.deleteMany({ _id: { $in: settled } }, { writeConcern: { w: 1 } });
  if (settled.length === 0) return 'stuck';
  return settled.length < BATCH_ROWS && settled.length === rows.length ? 'empty' : 'moved';
}

/** A row whose events were all erased has nothing to publish. */
async function move(
  { topology, service }: RelayState,
  jetstream: JetStreamClient,
  { _id: id, ...packed }: OutboxRow,
): Promise<Published> {
  if (packed.events.length === 0) return { outcome: 'stored' };
  const subject = subjectOf(topology, service, packed.type);
  return publishTraced(subject, packed, async (traced) => publishPack(jetstream, subject, { id, ...traced }));
}

/** True when the row can be deleted: it is on the stream, or its events are dead letters. */
async function settle(state: RelayState, row: OutboxRow, result: Published): Promise<boolean> {
  if (result.outcome === 'later') return false;
  if (result.outcome === 'stored') return true;
  const subject = subjectOf(state.topology, state.service, row.type);
  const { reason } = result;
  for (const { id: key, body } of row.events) {
    const event = domainEventSchema.parse(JSON.parse(body));
    await state.deadLetters.put({ source: 'relay', key, subject, reason, event });
    state.logger.error({ event_id: key, reason }, 'the broker refuses an event');
  }
  return true;
}

interface Moved {
  readonly row: OutboxRow;
  readonly result: Published;
}

function report(state: RelayState, moved: readonly Moved[]): void {
  const countOf = (outcome: Published['outcome']): number =>
    moved.reduce((sum, { row, result }) => sum + (result.outcome === outcome ? row.events.length : 0), 0);
  const later = moved.find(({ result }) => result.outcome === 'later')?.result;
  published.inc(countOf('stored'));
  postponed.inc(countOf('later'));
  if (later?.outcome === 'later' && !state.full)
    state.logger.warn({ reason: later.reason }, 'events wait in the outbox');
  state.full = later !== undefined;
}
