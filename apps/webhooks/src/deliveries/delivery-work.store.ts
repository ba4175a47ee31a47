import { runAsSystem } from '@outreach/mongo-kit';
import type { Model } from 'mongoose';
import { toJob, type DeliveryJob, type Lease } from './delivery.ts';
import type { DeliveryDocument } from './delivery.store.ts';
import type { AttemptOutcome } from './evaluate-attempt.ts';
import type { Claimed, DeliveryWork, EventBodies, OrphanedDelivery } from './ports.ts';

const REASON = 'deliveries of all workspaces are sent by the same workers';
/** A lost result is found by the sweeper and sent again, so the acknowledgement of one replica is enough. */
const ONE_REPLICA = { writeConcern: { w: 1 } } as const;

export function createDeliveryWork(deliveries: Model<DeliveryDocument>, events: EventBodies): DeliveryWork {
  return {
    findDue: async ({ nowMs, max, exceptEndpointIds }) =>
      asSystem(async () => {
        const filter = { due_at: { $lte: new Date(nowMs) }, endpoint_id: { $nin: [...exceptEndpointIds] } };
        const found = await deliveries
          .find(filter, { workspace_id: 1, endpoint_id: 1 })
          .sort({ due_at: 1 })
          .limit(max)
          .hint('due')
          .lean<Pick<DeliveryDocument, '_id' | 'workspace_id' | 'endpoint_id'>[]>();
        return found.map(({ _id, ...owner }) => ({ id: _id, ...owner }));
      }),
    claim: async (ids, lease) => asSystem(async () => claim(deliveries, events, { ids, lease })),
    release: async (jobs, nowMs) =>
      asSystem(async () => {
        if (jobs.length === 0) return;
        const $set = { due_at: new Date(nowMs), lease_token: null };
        await deliveries.bulkWrite(
          jobs.map((job) => ({ updateOne: { filter: underLease(job), update: { $set } } })),
          { ordered: false },
        );
      }),
    hold: async (ids) => asSystem(async () => withdraw(deliveries, ids, { held: true })),
    drop: async (ids) => asSystem(async () => withdraw(deliveries, ids, { held: false })),
    fail: async (failed, error) =>
      asSystem(async () => {
        if (failed.length === 0) return;
        const $set = {
          status: 'failed' as const,
          error,
          next_attempt_at: null,
          due_at: null,
          lease_token: null,
        };
        await deliveries.bulkWrite(
          failed.map((job) => ({ updateOne: { filter: underLease(job), update: { $set } } })),
          { ordered: false },
        );
      }),
    complete: async (outcomes) =>
      asSystem(async () => {
        const options = { ordered: false, ...ONE_REPLICA };
        const written = await deliveries.bulkWrite(outcomes.map(toUpdate), options);
        return outcomes.length - written.matchedCount;
      }),
  };
}

async function asSystem<T>(fn: () => Promise<T>): Promise<T> {
  return runAsSystem(REASON, fn);
}

interface Claim {
  readonly ids: readonly string[];
  readonly lease: Lease & { readonly nowMs: number };
}

async function claim(
  deliveries: Model<DeliveryDocument>,
  events: EventBodies,
  { ids, lease }: Claim,
): Promise<Claimed> {
  await deliveries.updateMany(
    { _id: { $in: [...ids] }, due_at: { $lte: new Date(lease.nowMs) } },
    { $set: { lease_token: lease.token, due_at: new Date(lease.untilMs) } },
  );
  const leased = await deliveries
    .find({ _id: { $in: [...ids] }, lease_token: lease.token })
    .lean<DeliveryDocument[]>();
  const bodies = await events.findBodies([...new Set(leased.map(({ event_id }) => event_id))]);
  const jobs: DeliveryJob[] = [];
  const orphans: OrphanedDelivery[] = [];
  for (const { _id: id, ...delivery } of leased) {
    const body = bodies.get(delivery.event_id);
    if (body === undefined) orphans.push({ ...delivery, id, lease_token: lease.token });
    else jobs.push(toJob({ id, ...delivery }, { body, lease }));
  }
  return { jobs, orphans };
}

/** Takes deliveries out of the workers' view. */
async function withdraw(
  deliveries: Model<DeliveryDocument>,
  ids: readonly string[],
  { held }: { readonly held: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  const $set = { due_at: null, held, lease_token: null };
  await deliveries.updateMany({ _id: { $in: [...ids] } }, { $set });
}

/** A write under a lease that has passed to another worker matches nothing. */
function underLease({ id, lease_token }: { readonly id: string; readonly lease_token: string }) {
  return { _id: id, lease_token };
}

function toUpdate({ job, attempt, ...outcome }: AttemptOutcome) {
  return {
    updateOne: {
      filter: underLease(job),
      update: {
        $set: {
          status: outcome.status,
          status_code: attempt.status_code,
          response_body: outcome.response_body,
          latency_ms: attempt.latency_ms,
          error: attempt.error,
          delivered_at: outcome.delivered_at,
          next_attempt_at: outcome.next_attempt_at,
          due_at: outcome.next_attempt_at,
          lease_token: null,
        },
        $inc: { attempt_count: 1 },
        $push: { attempts: attempt },
      },
    },
  };
}
