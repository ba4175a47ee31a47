import type { DomainEvent } from '@outreach/event-schema';
import { runAsSystem, type Units } from '@outreach/mongo-kit';
import type { Clock } from '@outreach/service-kit';
import type { FanOutPlan, PlannedDelivery, Sequences, StoredEvent } from '../domain/fan-out.ts';
import type { FanOutStore } from '../domain/fan-out-events.ts';
import type { DeliveryRow } from './delivery-log.ts';
import { fromRow, type EndpointRow } from './endpoint-store.ts';
import { eraseRecords, type ErasureParts } from './erasures.ts';
import type { EventRow } from './event-rows.ts';
import type { Models } from './models.ts';
import type { SequenceRow } from './sequence-store.ts';

const REASON = 'a batch of the event stream spans workspaces';

export interface FanOutStoreOptions extends ErasureParts {
  readonly units: Pick<Units, 'unitOfWork'>;
  readonly clock: Clock;
}

/** Every row names its workspace. */
export function createFanOutStore(options: FanOutStoreOptions): FanOutStore {
  const { models, units, clock } = options;
  return {
    fanOut: async (events, plan) => {
      let runs = 0;
      return runAsSystem(REASON, async () =>
        units.unitOfWork(async (session) => {
          runs += 1;
          // A redelivery is rare, so only a run after a refused insert asks which events are new.
          const fresh = runs === 1 ? events : await unknownEvents(models, events);
          const { sequences, endpoints } = await readRouting(models, fresh);
          const before = structuredClone(sequences);
          const now = new Date(clock.now());
          const erased = await eraseRecords(options, { events: fresh, now, session });
          const planned = plan({ events: fresh, sequences, endpoints, erased });
          await write(models, { planned, sequences, before, now });
          return planned;
        }),
      );
    },
  };
}

async function unknownEvents(
  models: Models,
  events: readonly DomainEvent[],
): Promise<readonly DomainEvent[]> {
  const ids = events.map((event) => event.id);
  const stored = await models.events.find({ _id: { $in: ids } }, { _id: 1 }).lean<Pick<EventRow, '_id'>[]>();
  const known = new Set(stored.map((row) => row._id));
  return events.filter((event) => !known.has(event.id));
}

async function readRouting(models: Models, events: readonly DomainEvent[]) {
  const workspaceIds = [...new Set(events.map((event) => event.workspace_id))];
  const rows = await models.sequences.find({ _id: { $in: workspaceIds } }).lean<SequenceRow[]>();
  const sequences = new Map<string, Sequences>(
    rows.map((row) => [row._id, { ...row, endpoint_sequences: { ...row.endpoint_sequences } }]),
  );
  const listening = rows.filter((row) => row.endpoint_count > 0).map((row) => row._id);
  if (listening.length === 0) return { sequences, endpoints: [] };
  const endpoints = await models.endpoints
    .find({ workspace_id: { $in: listening }, deleted_at: null })
    .lean<EndpointRow[]>();
  return { sequences, endpoints: endpoints.map(fromRow) };
}

interface WriteInput {
  readonly planned: FanOutPlan;
  readonly sequences: ReadonlyMap<string, Sequences>;
  readonly before: ReadonlyMap<string, Sequences>;
  readonly now: Date;
}

async function write(models: Models, { planned, sequences, before, now }: WriteInput): Promise<void> {
  if (planned.events.length === 0) return;
  // The sequences come first: whoever fans out for the same workspace at the same time meets here, and runs again.
  await models.sequences.bulkWrite(advances(sequences, before));
  await models.events.insertMany(
    planned.events.map((event) => toEventRow(event, now)),
    { lean: true },
  );
  if (planned.deliveries.length === 0) return;
  await models.deliveries.insertMany(planned.deliveries.map(toDeliveryRow), { lean: true });
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
