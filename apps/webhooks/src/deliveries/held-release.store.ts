import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { Units } from '@outreach/mongo-kit/units';
import type { Clock, NewId } from '@outreach/service-kit';
import type { Connection, Model } from 'mongoose';
import type { DeliveryDocument } from './delivery.store.ts';
import type { HeldReleases } from './ports.ts';

const REASON = 'one job releases the deliveries of all workspaces';

const schema = tenantSchema<WorkFields>({ _id: String, ...workFields }, [workIndex]);

export interface HeldReleaseOptions {
  readonly connection: Connection;
  readonly deliveries: Model<DeliveryDocument>;
  readonly clock: Clock;
  readonly ids: NewId;
  readonly units: Pick<Units, 'afterCommit'>;
  readonly leaseMs: number;
}

export interface HeldReleaseStore {
  readonly releases: HeldReleases;
  /** One item per activated endpoint; its id is the id of the endpoint. */
  readonly queue: WorkQueue<WorkFields>;
}

export function createHeldReleases(options: HeldReleaseOptions): HeldReleaseStore {
  const { connection, deliveries, clock, ids, units, leaseMs } = options;
  const model = defineModel(connection, 'held_releases', schema);
  const queue = createWorkQueue<WorkFields>({ model, clock, ids, leaseMs });
  const releases: HeldReleases = {
    request: async ({ id, workspace_id }) => {
      // A worker that releases deliveries of an earlier activation loses its claim, and this item starts again.
      const $set = { due_at: new Date(clock.now()), lease_token: null, attempts: 0 };
      await model.updateOne({ _id: id, workspace_id }, { $set }, { upsert: true });
      units.afterCommit(() => queue.wakeUp.raise());
    },
    releaseSome: async ({ id, workspaceId, max }) =>
      runAsSystem(REASON, async () => {
        const held = { workspace_id: workspaceId, endpoint_id: id, held: true };
        const found = await deliveries.find(held, { _id: 1 }).limit(max).lean<{ readonly _id: string }[]>();
        if (found.length === 0) return 0;
        const due_at = { $ifNull: ['$next_attempt_at', '$created_at'] };
        await deliveries.updateMany(
          { _id: { $in: found.map(({ _id }) => _id) }, held: true },
          [{ $set: { held: false, due_at } }],
          { updatePipeline: true },
        );
        return found.length;
      }),
  };
  return { releases, queue };
}
