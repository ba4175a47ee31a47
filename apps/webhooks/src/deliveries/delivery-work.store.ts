import { ENDED, type LeasedChange, type LeasedRow, type LeasedRows } from '@outreach/job-kit';
import { runAsSystem } from '@outreach/mongo-kit';
import { toJob, type DeliveryJob, type Lease } from './delivery.ts';
import type { DeliveryDocument } from './delivery.store.ts';
import type { AttemptOutcome } from './evaluate-attempt.ts';
import type { Claimed, DeliveryWork, EventBodies, OrphanedDelivery } from './ports.ts';

const REASON = 'deliveries of all workspaces are sent by the same workers';

type Change = LeasedChange<DeliveryDocument>;

export function createDeliveryWork(
  rows: Omit<LeasedRows<DeliveryDocument>, 'wakeUp'>,
  events: EventBodies,
): DeliveryWork {
  return {
    newLease: () => rows.newLease(),
    findDue: async ({ max, aheadMs, exceptEndpointIds }) => {
      const { due, nextDueAt } = await rows.findDue({
        max,
        aheadMs,
        fields: ['workspace_id', 'endpoint_id'],
        where: { endpoint_id: { $nin: [...exceptEndpointIds] } },
      });
      return { due: due.map(({ _id: id, ...owner }) => ({ ...owner, id })), nextDueAt };
    },
    claim: async (ids) => {
      const claimed = await rows.claim(ids);
      return withBodies(events, claimed.rows, claimed.lease);
    },
    release: async (jobs) => rows.release(jobs.map(toLeasedRow)),
    holdDue: async (ids) => rows.endDue(ids, { held: true }),
    dropDue: async (ids) => rows.endDue(ids, { held: false }),
    hold: async (job) => {
      await rows.changeAll([end(job, { held: true })]);
    },
    drop: async (job) => {
      await rows.changeAll([end(job, { held: false })]);
    },
    fail: async (failed, error) => {
      await rows.changeAll(failed.map((job) => end(job, { status: 'failed', error, next_attempt_at: null })));
    },
    // A lost result is sent again when the lease ends, so the acknowledgement of one replica is enough.
    complete: async (outcomes) => rows.changeAll(outcomes.map(toChange), { acknowledgedBy: 'primary' }),
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
  for (const { _id: id, ...delivery } of leased) {
    const body = bodies.get(delivery.event_id);
    if (body === undefined) orphans.push({ ...delivery, id, lease_token: lease.token });
    else jobs.push(toJob({ id, ...delivery }, { body, lease }));
  }
  return { jobs, orphans };
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
      $push: { attempts: attempt },
    },
  };
}
