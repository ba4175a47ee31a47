import { runAsSystem } from '@outreach/mongo-kit';
import type { DeliveryJob } from '../domain/delivery.ts';
import type { WorkStore } from '../domain/delivery-ports.ts';
import { toJob, type Lease } from '../domain/fan-out.ts';
import type { Settled } from '../domain/settle-attempt.ts';
import { countResults } from './count-results.ts';
import type { DeliveryRow } from './delivery-log.ts';
import type { Models } from './models.ts';

const REASON = 'deliveries of all workspaces are sent by the same workers';
/** A lost result is found by the sweeper and sent again, so one member's word is enough here. */
const QUICK = { writeConcern: { w: 1 } } as const;

export function createWorkStore(models: Models): WorkStore {
  const rows = models.deliveries;
  return {
    findDue: async ({ nowMs, max, except }) =>
      asSystem(async () => {
        const found = await rows
          .find({ due_at: { $lte: new Date(nowMs) }, endpoint_id: { $nin: except } }, { endpoint_id: 1 })
          .sort({ due_at: 1 })
          .limit(max)
          .hint('due')
          .lean<Pick<DeliveryRow, '_id' | 'endpoint_id'>[]>();
        return found.map((row) => ({ id: row._id, endpoint_id: row.endpoint_id }));
      }),
    claim: async (ids, lease) => asSystem(async () => claim(models, ids, lease)),
    release: async (jobs, nowMs) =>
      asSystem(async () => {
        if (jobs.length === 0) return;
        const operations = jobs.map((job) => ({
          updateOne: {
            filter: { _id: job.id, lease_token: job.lease_token },
            update: { $set: { due_at: new Date(nowMs), lease_token: null } },
          },
        }));
        await rows.bulkWrite(operations, { ordered: false });
      }),
    hold: async (ids) => asSystem(async () => park(models, ids, true)),
    drop: async (ids) => asSystem(async () => park(models, ids, false)),
    settle: async (results) =>
      asSystem(async () => {
        const written = await rows.bulkWrite(results.map(toUpdate), { ordered: false, ...QUICK });
        return results.length - written.matchedCount;
      }),
    count: async (results) => asSystem(async () => countResults(models, results)),
  };
}

async function asSystem<T>(fn: () => Promise<T>): Promise<T> {
  return runAsSystem(REASON, fn);
}

async function claim(
  { deliveries, events }: Models,
  ids: readonly string[],
  lease: Lease & { readonly nowMs: number },
): Promise<readonly DeliveryJob[]> {
  await deliveries.updateMany(
    { _id: { $in: ids }, due_at: { $lte: new Date(lease.nowMs) } },
    { $set: { lease_token: lease.token, due_at: new Date(lease.untilMs) } },
  );
  const won = await deliveries.find({ _id: { $in: ids }, lease_token: lease.token }).lean<DeliveryRow[]>();
  const bodies = await readBodies(events, won);
  return won.flatMap(({ _id, ...row }) => {
    const body = bodies.get(row.event_id);
    return body === undefined ? [] : [toJob({ id: _id, ...row }, { body, lease })];
  });
}

async function readBodies(
  events: Models['events'],
  rows: readonly DeliveryRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map((row) => row.event_id))];
  const found = await events.find({ _id: { $in: ids } }, { body: 1 }).lean<{ _id: string; body: string }[]>();
  return new Map(found.map((event) => [event._id, event.body]));
}

async function park({ deliveries }: Models, ids: readonly string[], held: boolean): Promise<void> {
  if (ids.length === 0) return;
  await deliveries.updateMany({ _id: { $in: ids } }, { $set: { due_at: null, held, lease_token: null } });
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
