import type { ServiceBase } from '@outreach/app-kit';
import { replayStates } from '@outreach/contracts-webhooks';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { ENDED } from '@outreach/job-kit/leased-rows';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { Model } from 'mongoose';
import type { QueuedReplay, ReplayStore } from './ports.ts';
import type { Replay } from './replay.ts';

type ReplayWork = WorkFields & QueuedReplay;

const LEASE_MS = 15_000;
const RETENTION_SECONDS = 30 * 24 * 60 * 60;
const UNFINISHED = [...replayStates.statesOf('cancel')];

const schema = tenantSchema<ReplayWork>(
  {
    _id: String,
    endpoint_id: String,
    event_types: [String],
    from: Date,
    to: Date,
    sequence_max: Number,
    status: String,
    matched_events: Number,
    position: { type: Object, default: null },
    created_deliveries: Number,
    created_at: Date,
    finished_at: { type: Date, default: null },
    ...workFields,
  },
  [
    workIndex,
    [{ workspace_id: 1, endpoint_id: 1, status: 1 }, { name: 'by_endpoint' }],
    [{ created_at: 1 }, { name: 'retention', expireAfterSeconds: RETENTION_SECONDS }],
  ],
);

export interface ReplayStores {
  readonly replays: ReplayStore;
  readonly queue: WorkQueue<ReplayWork>;
  /** For the workers of all workspaces. */
  readonly isCanceled: (replayId: string) => Promise<boolean>;
}

export function createReplayStores(base: ServiceBase): ReplayStores {
  const model = defineModel(base.mongo.connection, 'replays', schema);
  const queue = createWorkQueue<ReplayWork>({ ...base, model, leaseMs: LEASE_MS });
  return {
    replays: createReplayStore(model, () => base.units.afterCommit(() => queue.wakeUp.raise())),
    queue,
    isCanceled: async (replayId) =>
      runAsSystem('workers send the deliveries of all workspaces', async () => {
        const canceled = await model.exists({ _id: replayId, status: 'canceled' });
        return canceled !== null;
      }),
  };
}

function createReplayStore(model: Model<ReplayWork>, onQueued: () => void): ReplayStore {
  return {
    insert: async ({ id, ...replay }) => {
      const due_at = replayStates.isEnd(replay.status) ? null : replay.created_at;
      await model.insertMany([{ _id: id, ...replay, ...ENDED, due_at, attempts: 0 }], { lean: true });
      onQueued();
    },
    find: async (id) => {
      const found = await model.findOne({ _id: id }).lean<ReplayWork>();
      return found === null ? undefined : fromRow(found);
    },
    hasEarlier: async ({ id, endpoint_id, created_at }) => {
      const earlier = await model.exists({
        endpoint_id,
        status: { $in: UNFINISHED },
        $or: [{ created_at: { $lt: created_at } }, { created_at, _id: { $lt: id } }],
      });
      return earlier !== null;
    },
    end: async ({ id, status, finished_at }) => {
      await model.updateOne({ _id: id }, { $set: { status, finished_at, ...ENDED } });
    },
  };
}

export function fromRow({
  _id: id,
  due_at: _due,
  lease_token: _token,
  attempts: _attempts,
  failure_reason: _reason,
  ...replay
}: ReplayWork): Replay {
  return { id, ...replay };
}
