import type { ServiceBase } from '@outreach/app-kit';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { Model } from 'mongoose';
import type { DeliveryDocument } from './delivery.store.ts';
import type { HeldReleases } from './ports.ts';

const REASON = 'one job releases the deliveries of all workspaces';

const schema = tenantSchema<WorkFields>({ _id: String, ...workFields }, [workIndex]);

/** Time in ms after which the release of held deliveries passes to another worker. */
const LEASE_MS = 15_000;

export interface HeldReleaseStore {
  readonly heldReleases: HeldReleases;
  /** One item per activated endpoint; its id is the id of the endpoint. */
  readonly heldReleaseQueue: WorkQueue<WorkFields>;
}

export function createHeldReleases(base: ServiceBase, deliveries: Model<DeliveryDocument>): HeldReleaseStore {
  const model = defineModel(base.mongo.connection, 'held_releases', schema);
  const queue = createWorkQueue<WorkFields>({ ...base, model, leaseMs: LEASE_MS });
  const heldReleases: HeldReleases = {
    request: async ({ id, workspace_id }) => {
      // A worker that releases deliveries of an earlier activation loses its claim, and this item starts again.
      const $set = { due_at: new Date(base.clock.now()), lease_token: null, attempts: 0 };
      await model.updateOne({ _id: id, workspace_id }, { $set }, { upsert: true });
      base.units.afterCommit(() => queue.wakeUp.raise());
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
  return { heldReleases, heldReleaseQueue: queue };
}
