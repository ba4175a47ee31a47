import type { ServiceBase } from '@outreach/app-kit';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import { requireWorkspaceId } from '@outreach/service-kit';
import type { Model, QueryFilter } from 'mongoose';
import type { ExportContent, ExportJob } from './export-job.ts';
import type { ExportArchive, ExportStore } from './ports.ts';

export type ExportDocument = WorkFields & Omit<ExportJob, 'id'>;

/** Longer than writing one page takes; after it another process starts the export again. */
const LEASE_MS = 15_000;

type StoreBase = Pick<ServiceBase, 'mongo' | 'units' | 'clock' | 'ids'>;

const required = (type: unknown): object => ({ type, required: true });

const schema = tenantSchema<ExportDocument>(
  {
    _id: String,
    content: required(Object),
    status: required(String),
    format: required(String),
    total: required(Number),
    row_count: required(Number),
    file_id: String,
    error: String,
    created_at: required(Date),
    expires_at: Date,
    version: required(Number),
    ...workFields,
  },
  [
    workIndex,
    [{ workspace_id: 1, status: 1 }, { name: 'of_status' }],
    // Expired files of all workspaces are found by time.
    [{ expires_at: 1 }, { name: 'expiry', partialFilterExpression: { status: 'completed' } }],
  ],
);

/** One document per workspace; `_id` is the id of the workspace. */
interface LockDocument {
  readonly _id: string;
  readonly workspace_id: string;
  /** Incremented by each transaction that counts the open jobs. */
  readonly revision: number;
}

const lockSchema = tenantSchema<LockDocument>({ _id: String, revision: Number });

export interface StoredExports {
  readonly jobs: ExportStore;
  readonly archive: ExportArchive;
  readonly queue: WorkQueue<ExportDocument>;
}

const OPEN: QueryFilter<ExportDocument> = { status: { $in: ['queued', 'processing'] } };
const EXPIRY = 'one job deletes the expired files of all workspaces';

export function createExportStore(base: StoreBase): StoredExports {
  const model: Model<ExportDocument> = defineModel(base.mongo.connection, 'exports', schema);
  const queue = createWorkQueue<ExportDocument>({ ...base, model, leaseMs: LEASE_MS });
  const find = async (id: string): Promise<ExportJob | undefined> => {
    const found = await model.findOne({ _id: id }).lean<ExportDocument>();
    return found === null ? undefined : toJob(found);
  };
  return {
    queue,
    jobs: { find, ...createJobs(base, model, queue) },
    archive: {
      find: async (id) => runAsSystem('a signed link names no workspace', async () => find(id)),
      findExpired: async (at, limit) =>
        runAsSystem(EXPIRY, async () => {
          const filter: QueryFilter<ExportDocument> = { status: 'completed', expires_at: { $lte: at } };
          return (await model.find(filter).limit(limit).lean<ExportDocument[]>()).map(toJob);
        }),
      markExpired: async (id) =>
        runAsSystem(EXPIRY, async () => {
          await model.updateOne({ _id: id }, { $set: { status: 'expired', file_id: null } });
        }),
    },
  };
}

function createJobs(
  { mongo, units, clock }: StoreBase,
  model: Model<ExportDocument>,
  queue: WorkQueue<ExportDocument>,
): Omit<ExportStore, 'find'> {
  const locks: Model<LockDocument> = defineModel(mongo.connection, 'export_locks', lockSchema);
  return {
    findOpen: async (content, format) => {
      const found = await model.findOne({ ...OPEN, ...equalTo(content), format }).lean<ExportDocument>();
      return found === null ? undefined : toJob(found);
    },
    countOpen: async (limit) => {
      // Transactions that write the same document conflict, and the later one runs again: it counts the jobs of the first.
      await locks.updateOne({ _id: requireWorkspaceId() }, { $inc: { revision: 1 } }, { upsert: true });
      return model.countDocuments(OPEN).limit(limit);
    },
    insert: async ({ id, ...job }) => {
      const work = { due_at: new Date(clock.now()), lease_token: null, attempts: 0 };
      await model.insertMany([{ _id: id, ...job, ...work }], { lean: true });
      units.afterCommit(() => queue.wakeUp.raise());
    },
    expire: async (content) => {
      const now = new Date(clock.now());
      const completed = { ...content, status: 'completed', expires_at: { $gt: now } };
      await model.updateMany(completed as QueryFilter<ExportDocument>, { $set: { expires_at: now } });
      // The worker of a job that is still queued may have read its first page.
      const running = { ...content, ...OPEN, lease_token: { $ne: null } } as QueryFilter<ExportDocument>;
      await model.updateMany(running, { $set: { lease_token: null, due_at: now } });
      units.afterCommit(() => queue.wakeUp.raise());
    },
  };
}

function equalTo(content: ExportContent): QueryFilter<ExportDocument> {
  const fields = Object.entries(content).map(([name, value]) => [`content.${name}`, { $eq: value }]);
  return Object.fromEntries(fields) as QueryFilter<ExportDocument>;
}

export function toJob({
  _id,
  ...job
}: Omit<ExportDocument, keyof WorkFields> & Pick<WorkFields, '_id' | 'workspace_id'>): ExportJob {
  return { id: _id, ...job };
}
