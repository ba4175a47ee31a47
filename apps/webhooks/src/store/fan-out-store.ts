import type { ClientSession } from 'mongodb';
import type { Connection } from 'mongoose';
import type { DomainEvent } from '@outreach/event-schema';
import { runAsSystem, type Units } from '@outreach/mongo-kit';
import type { Clock } from '@outreach/service-kit';
import type { FanOutPlan, PlannedDelivery, Sequences, StoredEvent } from '../domain/fan-out.ts';
import type { FanOutStore } from '../domain/fan-out-events.ts';
import type { DeliveryRow } from './delivery-log.ts';
import { fromRow, type EndpointRow } from './endpoint-store.ts';
import type { EventRow } from './event-store.ts';
import type { SequenceRow } from './sequence-store.ts';

const REASON = 'a batch of the event stream spans workspaces';

export interface FanOutStoreOptions {
  readonly connection: Connection;
  readonly units: Pick<Units, 'unitOfWork'>;
  readonly clock: Clock;
}

/**
 * Plain driver calls: the batch is made here, member by member, and a model's casting would cost more than the
 * writing. Every row names its workspace.
 */
export function createFanOutStore({ connection, units, clock }: FanOutStoreOptions): FanOutStore {
  return {
    fanOut: async (events, plan) => {
      let runs = 0;
      return runAsSystem(REASON, async () =>
        units.unitOfWork(async (session) => {
          runs += 1;
          // A redelivery is rare, so only a run after a refused insert asks which events are new.
          const fresh = runs === 1 ? events : await unknownEvents(connection, events, session);
          const { sequences, endpoints } = await readRouting(connection, fresh, session);
          const before = structuredClone(sequences);
          const planned = plan({ events: fresh, sequences, endpoints });
          await write({ connection, session, planned, sequences, before, now: new Date(clock.now()) });
          return planned;
        }),
      );
    },
  };
}

async function unknownEvents(
  connection: Connection,
  events: readonly DomainEvent[],
  session: ClientSession,
): Promise<readonly DomainEvent[]> {
  const ids = events.map((event) => event.id);
  const stored = await connection
    .collection<EventRow>('events')
    .find({ _id: { $in: ids } }, { session, projection: { _id: 1 } })
    .toArray();
  const known = new Set(stored.map((row) => row._id));
  return events.filter((event) => !known.has(event.id));
}

async function readRouting(connection: Connection, events: readonly DomainEvent[], session: ClientSession) {
  const workspaceIds = [...new Set(events.map((event) => event.workspace_id))];
  const rows = await connection
    .collection<SequenceRow>('sequences')
    .find({ _id: { $in: workspaceIds } }, { session })
    .toArray();
  const sequences = new Map<string, Sequences>(
    rows.map((row) => [row._id, { ...row, endpoint_sequences: { ...row.endpoint_sequences } }]),
  );
  const listening = rows.filter((row) => row.endpoint_count > 0).map((row) => row._id);
  if (listening.length === 0) return { sequences, endpoints: [] };
  const endpoints = await connection
    .collection<EndpointRow>('endpoints')
    .find({ workspace_id: { $in: listening }, deleted_at: null }, { session })
    .toArray();
  return { sequences, endpoints: endpoints.map(fromRow) };
}

interface WriteInput {
  readonly connection: Connection;
  readonly session: ClientSession;
  readonly planned: FanOutPlan;
  readonly sequences: ReadonlyMap<string, Sequences>;
  readonly before: ReadonlyMap<string, Sequences>;
  readonly now: Date;
}

async function write({ connection, session, planned, sequences, before, now }: WriteInput): Promise<void> {
  if (planned.events.length === 0) return;
  // The sequences come first: whoever fans out for the same workspace at the same time meets here, and runs again.
  await connection
    .collection<SequenceRow>('sequences')
    .bulkWrite(advances(sequences, before), { session, ordered: false });
  await connection.collection<EventRow>('events').insertMany(
    planned.events.map((event) => toEventRow(event, now)),
    { session, ordered: false },
  );
  if (planned.deliveries.length === 0) return;
  await connection
    .collection<DeliveryRow>('deliveries')
    .insertMany(planned.deliveries.map(toDeliveryRow), { session, ordered: false });
}

/** Only the numbers that moved: another request may add or remove an endpoint of the same row. */
function advances(sequences: ReadonlyMap<string, Sequences>, before: ReadonlyMap<string, Sequences>) {
  return [...sequences.values()]
    .filter((row) => row.event_sequence !== before.get(row.workspace_id)?.event_sequence)
    .map((row) => {
      const old = before.get(row.workspace_id)?.endpoint_sequences ?? {};
      const moved = Object.entries(row.endpoint_sequences).filter(([id, sequence]) => old[id] !== sequence);
      const endpointSequences = Object.fromEntries(
        moved.map(([id, sequence]) => [`endpoint_sequences.${id}`, sequence]),
      );
      return {
        updateOne: {
          filter: { _id: row.workspace_id },
          update: { $set: { event_sequence: row.event_sequence, ...endpointSequences } },
        },
      };
    });
}

function toEventRow({ id, ...event }: StoredEvent, now: Date): EventRow {
  return { _id: id, ...event, created_at: now };
}

function toDeliveryRow({ delivery: { id, ...delivery }, job, held }: PlannedDelivery): DeliveryRow {
  const dueAt = job === undefined ? delivery.created_at : new Date(job.lease_until_ms);
  return { _id: id, ...delivery, due_at: held ? null : dueAt, held, lease_token: job?.lease_token ?? null };
}
