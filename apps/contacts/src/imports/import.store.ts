import type { Connection, Model } from 'mongoose';
import { defineModel, findPage, runAsSystem, type Cursors } from '@outreach/mongo-kit';
import type { Clock } from '@outreach/service-kit';
import { DEDUP_BEHAVIORS } from '../contact-records/index.ts';
import { IMPORT_STATUSES, type ImportJob } from './import-job.ts';
import type { ImportQueue, ImportStore } from './ports.ts';
import {
  errorSchema,
  jobSchema,
  turnSchema,
  type ErrorDocument,
  type JobDocument,
  type TurnDocument,
} from './import-schemas.store.ts';

/** Jobs of one workspace that run concurrently. */
const RUNNING_MAX = 5;
/** Workspaces without a free slot that one claim skips. */
const FULL_MAX = 1_000;
/** A file of an ended job exists for at most this time. */
const FILE_MS_MAX = 48 * 60 * 60 * 1_000;
/** Limit for the imports of one workspace whose files exist. */
const WITH_FILES_MAX = 10_000;

export interface ImportStoreOptions {
  readonly connection: Connection;
  readonly cursors: Cursors;
  readonly clock: Clock;
  /** A worker that does not renew its lease for this time is considered dead. */
  readonly leaseMs: number;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}

export interface ImportStores {
  readonly imports: ImportStore;
  readonly queue: ImportQueue;
}

export function createImportStores({
  connection,
  cursors,
  clock,
  leaseMs,
  unitOfWork,
}: ImportStoreOptions): ImportStores {
  const jobs: Model<JobDocument> = defineModel(connection, 'imports', jobSchema);
  const errors: Model<ErrorDocument> = defineModel(connection, 'import_errors', errorSchema);
  const turns: Model<TurnDocument> = defineModel(connection, 'import_turns', turnSchema);
  const models = { jobs, errors, cursors, clock, leaseMs };
  return { imports: createStore(models), queue: createQueue({ ...models, turns, unitOfWork }) };
}

interface StoreModels {
  readonly jobs: Model<JobDocument>;
  readonly errors: Model<ErrorDocument>;
  readonly cursors: Cursors;
  readonly clock: Clock;
  readonly leaseMs: number;
}

function createStore(models: StoreModels): ImportStore {
  const { jobs, errors, clock, leaseMs } = models;
  return {
    insert: async ({ id, ...rest }) => {
      await jobs.insertMany([{ _id: id, ...plain(rest), owner: null, lease_until: null }], { lean: true });
    },
    findById: async (id) => toJob(await jobs.findOne({ _id: id }).lean<JobDocument>()),
    ...pagesOf(models),
    end: async ({ id, status, error, finished_at, version }) => {
      await jobs.updateOne(
        { _id: id },
        { $set: { status, error, finished_at, version, owner: null, lease_until: null } },
      );
    },
    withFiles: async () => {
      const since = new Date(clock.now() - FILE_MS_MAX);
      const ended = { status: { $in: ['canceled', 'failed'] as const }, finished_at: { $gte: since } };
      const found = await jobs
        .find({ $or: [{ status: { $in: ['queued', 'processing'] as const } }, ended] }, { _id: 1 })
        .limit(WITH_FILES_MAX)
        .lean<{ _id: string }[]>();
      return found.map(({ _id }) => _id);
    },
    scrubErrors: async (email) => {
      await errors.updateMany({ email_key: email }, { $set: { email: null, email_key: null, raw: [] } });
    },
    advance: async ({ id }, { owner, counts, errors: rows }) => {
      const leaseUntil = new Date(clock.now() + leaseMs);
      const updated = await jobs.updateOne(
        { _id: id, owner, status: 'processing' },
        { $inc: { ...counts, version: 1 }, $set: { lease_until: leaseUntil } },
      );
      if (updated.matchedCount === 0) return false;
      const documents = rows.map((row) => ({
        _id: `${id}:${row.row_number}`,
        import_id: id,
        ...row,
        email_key: row.email?.toLowerCase() ?? null,
        raw: [...row.raw],
      }));
      if (documents.length > 0) await errors.insertMany(documents, { lean: true });
      return true;
    },
  };
}

function pagesOf({ jobs, errors, cursors }: StoreModels): Pick<ImportStore, 'list' | 'listErrors'> {
  return {
    list: async (page) => findPage(cursors, { model: jobs, list: 'imports', page, toItem: fromDocument }),
    listErrors: async (id, page) =>
      findPage(cursors, {
        model: errors,
        list: `import-errors:${id}`,
        filter: { import_id: id },
        sortField: 'row_number',
        isNumber: true,
        isAscending: true,
        page,
        toItem: ({ _id, import_id, email_key, ...row }) => row,
      }),
  };
}

interface QueueModels extends StoreModels {
  readonly turns: Model<TurnDocument>;
  readonly unitOfWork: ImportStoreOptions['unitOfWork'];
}

const REASON = 'workers run the imports of all workspaces';

function createQueue({ jobs, turns, clock, leaseMs, unitOfWork }: QueueModels): ImportQueue {
  const next = async (full: readonly string[]): Promise<JobDocument | null> => {
    const abandoned = { status: 'processing' as const, lease_until: { $lt: new Date(clock.now()) } };
    return jobs
      .findOne({ $or: [{ status: 'queued' }, abandoned], workspace_id: { $nin: [...full] } })
      .sort({ created_at: 1 })
      .lean<JobDocument>();
  };
  return {
    claim: async (owner) =>
      runAsSystem(REASON, async () => {
        const full: string[] = [];
        while (full.length < FULL_MAX) {
          const candidate = await next(full);
          if (candidate === null) return undefined;
          const claimed = await unitOfWork(async () =>
            claimOne({ jobs, turns, clock, leaseMs }, candidate, owner),
          );
          if (claimed !== undefined) return claimed;
          full.push(candidate.workspace_id);
        }
        return undefined;
      }),
    filesInUse: async (ids) => {
      const filter = {
        file_id: { $in: [...ids] },
        status: { $in: ['queued' as const, 'processing' as const] },
      };
      const found = await runAsSystem(REASON, async () =>
        jobs.find(filter, { file_id: 1 }).lean<{ file_id: string }[]>(),
      );
      return new Set(found.map(({ file_id }) => file_id));
    },
    renew: async (id, owner) => {
      const leaseUntil = new Date(clock.now() + leaseMs);
      await runAsSystem(REASON, async () =>
        jobs.updateOne({ _id: id, owner }, { $set: { lease_until: leaseUntil } }),
      );
    },
    giveBack: async (id, { owner, hasFailed }) => {
      const update = { $set: { lease_until: new Date(0) }, $inc: { failures: hasFailed ? 1 : 0 } };
      await runAsSystem(REASON, async () => jobs.updateOne({ _id: id, owner }, update));
    },
  };
}

/** Serializes the claims of a workspace, so that two processes never claim the same free slot. */
async function claimOne(
  { jobs, turns, clock, leaseMs }: Pick<QueueModels, 'jobs' | 'turns' | 'clock' | 'leaseMs'>,
  { _id, workspace_id: workspaceId, status }: JobDocument,
  owner: string,
): Promise<ImportJob | undefined> {
  await turns.updateOne({ _id: workspaceId }, { $inc: { turn: 1 } }, { upsert: true });
  const now = new Date(clock.now());
  const running = await jobs.countDocuments({
    workspace_id: workspaceId,
    status: 'processing',
    lease_until: { $gte: now },
  });
  if (running >= RUNNING_MAX) return undefined;
  const abandoned = status === 'processing' ? { lease_until: { $lt: now } } : {};
  const set = { status: 'processing', owner, lease_until: new Date(now.getTime() + leaseMs) };
  const derived = {
    started_at: { $ifNull: ['$started_at', now] },
    version: { $add: [{ $ifNull: ['$version', 1] }, 1] },
  };
  const claimed = await jobs
    .findOneAndUpdate({ _id, status, ...abandoned }, [{ $set: { ...set, ...derived } }], {
      returnDocument: 'after',
      updatePipeline: true,
    })
    .lean<JobDocument>();
  return toJob(claimed);
}

function toJob(document: JobDocument | null): ImportJob | undefined {
  return document === null ? undefined : fromDocument(document);
}

/** @throws Error for a status or dedup behavior that this version does not know. */
function fromDocument({ _id, owner, lease_until, version = 1, ...rest }: JobDocument): ImportJob {
  if (!IMPORT_STATUSES.includes(rest.status))
    throw new Error(`The import ${_id} has the unknown status ${rest.status}.`);
  if (!DEDUP_BEHAVIORS.includes(rest.dedup_behavior))
    throw new Error(`The import ${_id} has the unknown dedup behavior ${rest.dedup_behavior}.`);
  return { id: _id, ...rest, version };
}

/** Copies readonly lists, which the driver does not accept. */
function plain({ shape, default_tags, ...rest }: Omit<ImportJob, 'id'>) {
  const copied = {
    ...shape,
    columns: [...shape.columns],
    targets: [...shape.targets],
    transforms: [...(shape.transforms ?? [])],
  };
  return { ...rest, shape: copied, default_tags: [...default_tags] };
}
