import { ENDED, type LeasedChange, type LeasedRow, type LeasedRows } from '@outreach/job-kit/leased-rows';
import { runAsSystem } from '@outreach/mongo-kit';
import type { Model } from 'mongoose';
import {
  LIVE_RUN,
  toJob,
  type DeliveryJob,
  type Lease,
  type AttemptOutcome,
} from '../delivery-model/index.ts';
import type { DeliveryDocument } from './delivery.store.ts';
import { REMOVED } from './replay-delivery.store.ts';
import type { Claimed, DeliveryWork, EventBodies, OrphanedDelivery } from './ports.ts';

const REASON = 'deliveries of all workspaces are sent by the same workers';

/** The newest attempts of a delivery that are stored: a customer can retry it by hand without an end. */
const ATTEMPTS_KEPT_MAX = 50;

type Change = LeasedChange<DeliveryDocument>;
type Deliveries = Model<DeliveryDocument>;
type Rows = LeasedRows<DeliveryDocument>;

export function createDeliveryWork(model: Deliveries, rows: Rows, events: EventBodies): DeliveryWork {
  return {
    newLease: () => rows.newLease(),
    findDue: async ({ max, aheadMs, exceptEndpointIds, exceptWorkspaceIds }) => {
      const { due, nextDueAt } = await rows.findDue({
        max,
        aheadMs,
        fields: ['workspace_id', 'endpoint_id'],
        where: {
          endpoint_id: { $nin: [...exceptEndpointIds] },
          ...(exceptWorkspaceIds.length === 0 ? {} : { workspace_id: { $nin: [...exceptWorkspaceIds] } }),
        },
      });
      return { due: due.map(({ _id: id, ...owner }) => ({ ...owner, id })), nextDueAt };
    },
    oldestDueAt: async () => {
      const { due } = await rows.findDue({ max: 1, fields: ['due_at'], aheadMs: 0 });
      return due[0]?.due_at ?? undefined;
    },
    claim: async (ids) => {
      const claimed = await rows.claim(ids);
      return withBodies(events, claimed.rows, claimed.lease);
    },
    release: async (jobs, at) => rows.release(jobs.map(toLeasedRow), at),
    postponeDue: async (ids, at) => rows.postponeDue(ids, at),
    holdDue: async (ids) => rows.endDue(ids, { held: true }),
    dropDue: async (ids) => rows.endDue(ids, { held: false }),
    hold: async (job) => {
      await rows.changeAll([end(job, { held: true })]);
    },
    drop: async (job) => {
      await rows.changeAll([end(job, { held: false })]);
    },
    remove: async (job) => {
      if (job.run !== LIVE_RUN) await rows.delete(toLeasedRow(job));
      else await rows.changeAll([end(job, REMOVED)]);
    },
    fail: async (failed, error) => {
      await rows.changeAll(failed.map((job) => end(job, { status: 'failed', error, next_attempt_at: null })));
    },
    takeOver: async (delivery) => takeOver(model, delivery, rows.newLease()),
    store: async (outcome) => rows.change(toChange(outcome)),
    complete: async (outcomes) => {
      // A lost result is sent again when the lease ends, so the acknowledgement of one replica is enough.
      const lost = await rows.changeAll(outcomes.map(toChange), { acknowledgedBy: 'primary' });
      return lost === 0 ? [] : runAsSystem(REASON, async () => findLate(model, outcomes));
    },
  };
}

async function withBodies(
  events: EventBodies,
  leased: readonly DeliveryDocument[],
  lease: Lease,
): Promise<Claimed> {
  const eventIds = [...new Set(leased.map(({ event_id }) => event_id))];
  const bodies = await runAsSystem(REASON, async () => events.findBodies(eventIds));
  const jobs: DeliveryJob[] = [];
  const orphans: OrphanedDelivery[] = [];
  for (const row of leased) {
    const delivery = Object.assign(row, { id: row._id, lease_token: lease.token });
    const body = bodies.get(delivery.event_id);
    if (body === undefined) orphans.push(delivery);
    else jobs.push(toJob(delivery, { body, lease }));
  }
  return { jobs, orphans };
}

async function takeOver(
  model: Deliveries,
  { id, workspace_id, is_test }: Pick<DeliveryDocument, 'workspace_id' | 'is_test'> & { readonly id: string },
  lease: Lease,
): Promise<Lease> {
  const due_at = is_test ? null : new Date(lease.untilMs);
  const $set = { lease_token: lease.token, due_at, held: false };
  await runAsSystem(REASON, async () => model.updateOne({ _id: id, workspace_id }, { $set }));
  return lease;
}

/** Results whose attempt is not stored. A batch that is written twice has stored its results by the first write. */
async function findLate(
  model: Deliveries,
  outcomes: readonly AttemptOutcome[],
): Promise<readonly AttemptOutcome[]> {
  const ids = outcomes.map(({ job }) => job.id);
  const found = await model
    .find({ _id: { $in: ids } }, { 'attempts.at': 1 })
    .lean<Pick<DeliveryDocument, '_id' | 'attempts'>[]>();
  const attempts = new Map(
    found.map(({ _id, attempts: stored }) => [_id, new Set(stored.map(({ at }) => at.getTime()))]),
  );
  return outcomes.filter(({ job, attempt }) => attempts.get(job.id)?.has(attempt.at.getTime()) !== true);
}

type LeasedDelivery = Pick<DeliveryJob, 'id' | 'workspace_id' | 'lease_token'>;

function toLeasedRow({ id, workspace_id: workspaceId, lease_token: token }: LeasedDelivery): LeasedRow {
  return { id, workspaceId, token };
}

/** Ends a delivery: workers find it no longer. */
function end(job: LeasedDelivery, set: Partial<DeliveryDocument>): Change {
  return { leased: toLeasedRow(job), update: { $set: { ...set, ...ENDED } } };
}

function toChange({ job, attempt, ...outcome }: AttemptOutcome): Change {
  return {
    leased: toLeasedRow(job),
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
      $push: { attempts: { $each: [attempt], $slice: -ATTEMPTS_KEPT_MAX } },
    },
  };
}
