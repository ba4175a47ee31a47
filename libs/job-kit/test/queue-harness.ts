import type { Model } from 'mongoose';
import { connectMongo, defineModel, runAsSystem, tenantSchema, type Mongo } from '@outreach/mongo-kit';
import { createLogger, newId } from '@outreach/service-kit';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '../src/index.ts';

export const LEASE_MS = 30_000;

export interface Item extends WorkFields {
  readonly note?: string;
}

/** A work queue on a real database, with a clock that tests set. */
export interface QueueHarness {
  readonly mongo: Mongo;
  readonly model: Model<Item>;
  readonly clock: { nowMs: number; now(): number };
  queue(): WorkQueue<Item>;
  /** Adds items that are due now. */
  add(workspaceId: string, ids: readonly string[]): Promise<void>;
  rows(): Promise<Item[]>;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export async function startQueueHarness(): Promise<QueueHarness> {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const mongo = connectMongo({ uri: testMongoUri(), database: uniqueName('queue'), appName: 'test', logger });
  const schema = tenantSchema<Item>({ _id: String, note: String, ...workFields }, [workIndex]);
  const model = defineModel(mongo.connection, 'items', schema);
  await mongo.start();
  const clock = { nowMs: Date.now(), now: () => clock.nowMs };
  return {
    mongo,
    model,
    clock,
    queue: () => createWorkQueue<Item>({ model, clock, ids: newId, leaseMs: LEASE_MS }),
    add: async (workspaceId, ids) => {
      await runAsSystem('a test adds work', async () =>
        model.insertMany(
          ids.map((_id) => ({ _id, workspace_id: workspaceId, due_at: new Date(clock.nowMs) })),
          { lean: true },
        ),
      );
    },
    rows: async () =>
      runAsSystem('a test reads all work', async () => model.find().sort({ _id: 1 }).lean<Item[]>()),
    reset: async () => {
      await runAsSystem('a test starts empty', async () => model.deleteMany({}));
      clock.nowMs = Date.now();
    },
    stop: async () => mongo.stop(),
  };
}
