import type { Connection } from 'mongoose';
import { runAsSystem } from '@outreach/mongo-kit';
import type { DeliveryJob } from '../domain/delivery.ts';
import type { WorkStore } from '../domain/delivery-ports.ts';
import { toJob, type Lease } from '../domain/fan-out.ts';
import type { Settled } from '../domain/settle-attempt.ts';
import { countResults } from './count-results.ts';
import type { DeliveryRow } from './delivery-log.ts';
import type { EventRow } from './event-store.ts';

const REASON = 'deliveries of all workspaces are sent by the same workers';
/** A lost result is found by the sweeper and sent again, so one member's word is enough here. */
const QUICK = { writeConcern: { w: 1 } } as const;

/** Plain driver calls, as in the fan-out: thousands a second pass here. */
export function createWorkStore(connection: Connection): WorkStore {
  const rows = () => connection.collection<DeliveryRow>('deliveries');
  return {
    findDue: async ({ nowMs, max, except }) =>
      asSystem(async () => {
        const found = await rows()
          .find(
            { due_at: { $lte: new Date(nowMs) }, endpoint_id: { $nin: [...except] } },
            { sort: { due_at: 1 }, limit: max, projection: { _id: 1, endpoint_id: 1 }, hint: 'due' },
          )
          .toArray();
        return found.map((row) => ({ id: row._id, endpoint_id: row.endpoint_id }));
      }),
    claim: async (ids, lease) => asSystem(async () => claim(connection, ids, lease)),
    release: async (jobs, nowMs) =>
      asSystem(async () => {
        if (jobs.length === 0) return;
        const operations = jobs.map((job) => ({
          updateOne: {
            filter: { _id: job.id, lease_token: job.lease_token },
            update: { $set: { due_at: new Date(nowMs), lease_token: null } },
          },
        }));
        await rows().bulkWrite(operations, { ordered: false });
      }),
    hold: async (ids) => asSystem(async () => park(connection, ids, true)),
    drop: async (ids) => asSystem(async () => park(connection, ids, false)),
    settle: async (results) =>
      asSystem(async () => {
        const written = await rows().bulkWrite(results.map(toUpdate), { ordered: false, ...QUICK });
        return results.length - written.matchedCount;
      }),
    count: async (results) => asSystem(async () => countResults(connection, results)),
  };
}

async function asSystem<T>(fn: () => Promise<T>): Promise<T> {
  return runAsSystem(REASON, fn);
}

async function claim(
  connection: Connection,
  ids: readonly string[],
  lease: Lease & { readonly nowMs: number },
): Promise<readonly DeliveryJob[]> {
  const rows = connection.collection<DeliveryRow>('deliveries');
  await rows.updateMany(
    { _id: { $in: [...ids] }, due_at: { $lte: new Date(lease.nowMs) } },
    { $set: { lease_token: lease.token, due_at: new Date(lease.untilMs) } },
  );
  const won = await rows.find({ _id: { $in: [...ids] }, lease_token: lease.token }).toArray();
  const bodies = await readBodies(connection, won);
  return won.flatMap(({ _id, ...row }) => {
    const body = bodies.get(row.event_id);
    return body === undefined ? [] : [toJob({ id: _id, ...row }, { body, lease })];
  });
}

async function readBodies(
  connection: Connection,
  rows: readonly DeliveryRow[],
): Promise<ReadonlyMap<string, string>> {
  const events = await connection
    .collection<EventRow>('events')
    .find({ _id: { $in: [...new Set(rows.map((row) => row.event_id))] } }, { projection: { body: 1 } })
    .toArray();
  return new Map(events.map((event) => [event._id, event.body]));
}

async function park(connection: Connection, ids: readonly string[], held: boolean): Promise<void> {
  if (ids.length === 0) return;
  await connection
    .collection<DeliveryRow>('deliveries')
    .updateMany({ _id: { $in: [...ids] } }, { $set: { due_at: null, held, lease_token: null } });
}

/** The lease's token is part of the filter: a result that comes after its lease has passed on changes nothing. */
function toUpdate({ job, attempt, ...settled }: Settled) {
  return {
    updateOne: {
      filter: { _id: job.id, lease_token: job.lease_token },
      update: {
        $set: {
          status: settled.status,
          status_code: attempt.status_code,
          response_body: settled.response_body,
          latency_ms: attempt.latency_ms,
          error: attempt.error,
          delivered_at: settled.delivered_at,
          next_attempt_at: settled.next_attempt_at,
          due_at: settled.next_attempt_at,
          lease_token: null,
        },
        $inc: { attempt_count: 1 },
        $push: { attempts: attempt },
      },
    },
  };
}
