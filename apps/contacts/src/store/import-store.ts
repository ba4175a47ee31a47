import type { Connection, Model } from 'mongoose';
import {
  defineModel,
  findPage,
  runAsSystem,
  systemSchema,
  tenantSchema,
  type Cursors,
} from '@outreach/mongo-kit';
import { currentCall, type Clock } from '@outreach/service-kit';
import type { ImportJob, ImportRowError } from '../domain/imports/import-job.ts';
import type { ImportQueue, ImportStore, PageOf } from '../domain/ports.ts';

/** Jobs of one workspace that run at once (api.md, Limits). */
const RUNNING_MAX = 5;
/** A worker that is silent so long is taken for dead. */
const LEASE_MS = 15_000;
/** Jobs looked at to find one that may run. */
const CANDIDATES_MAX = 200;

export type JobDocument = Omit<ImportJob, 'id'> & {
  readonly _id: string;
  readonly owner: string | null;
  readonly lease_until: Date | null;
};

type ErrorDocument = Omit<ImportRowError, never> & {
  readonly _id: string;
  readonly import_id: string;
};

const jobSchema = tenantSchema<JobDocument>(
  {
    _id: String,
    agency_id: String,
    file_name: String,
    file_id: String,
    shape: {
      _id: false,
      encoding: String,
      separator: String,
      hasHeader: Boolean,
      columns: [String],
      targets: [String],
    },
    field_mapping_id: String,
    status: { type: String, required: true },
    total_rows: Number,
    processed_rows: Number,
    created_count: Number,
    updated_count: Number,
    unchanged_count: Number,
    skipped_count: Number,
    suppressed_count: Number,
    conflict_count: Number,
    error_count: Number,
    dedup_behavior: String,
    default_tags: [String],
    started_at: Date,
    finished_at: Date,
    created_at: Date,
    error: String,
    failures: Number,
    owner: String,
    lease_until: Date,
  },
  [
    [{ workspace_id: 1, created_at: 1, _id: 1 }],
    [{ workspace_id: 1, status: 1 }],
    [{ status: 1, created_at: 1 }],
  ],
);

const errorSchema = tenantSchema<ErrorDocument>(
  {
    _id: String,
    import_id: { type: String, required: true },
    row_number: Number,
    column: String,
    email: String,
    code: String,
    message: String,
    raw: [String],
  },
  [[{ workspace_id: 1, import_id: 1, row_number: 1, _id: 1 }]],
);

interface TurnDocument {
  readonly _id: string;
  readonly turn: number;
}

const turnSchema = systemSchema<TurnDocument>({ _id: String, turn: Number });

export interface ImportStoreParts {
  readonly connection: Connection;
  readonly cursors: Cursors;
  readonly clock: Clock;
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
  unitOfWork,
}: ImportStoreParts): ImportStores {
  const jobs: Model<JobDocument> = defineModel(connection, 'imports', jobSchema);
  const errors: Model<ErrorDocument> = defineModel(connection, 'import_errors', errorSchema);
  const turns: Model<TurnDocument> = defineModel(connection, 'import_turns', turnSchema);
  const parts = { jobs, errors, cursors, clock };
  return { imports: createStore(parts), queue: createQueue({ ...parts, turns, unitOfWork }) };
}

interface Parts {
  readonly jobs: Model<JobDocument>;
  readonly errors: Model<ErrorDocument>;
  readonly cursors: Cursors;
  readonly clock: Clock;
}

function createStore(parts: Parts): ImportStore {
  const { jobs, errors, clock } = parts;
  return {
    insert: async ({ id, ...members }) => {
      await jobs.insertMany([{ _id: id, ...plain(members), owner: null, lease_until: null }], { lean: true });
    },
    findById: async (id) => toJob(await jobs.findOne({ _id: id }).lean<JobDocument>()),
    ...pagesOf(parts),
    end: async ({ id, status, error, finished_at }) => {
      await jobs.updateOne(
        { _id: id },
        { $set: { status, error, finished_at, owner: null, lease_until: null } },
      );
    },
    advance: async ({ id }, { owner, counts, errors: rows }) => {
      const leaseUntil = new Date(clock.now() + LEASE_MS);
      const moved = await jobs.updateOne(
        { _id: id, owner, status: 'processing' },
        { $inc: counts, $set: { lease_until: leaseUntil } },
      );
      if (moved.matchedCount === 0) return false;
      const documents = rows.map((row) => ({
        _id: `${id}:${row.row_number}`,
        import_id: id,
        ...row,
        raw: [...row.raw],
      }));
      if (documents.length > 0) await errors.insertMany(documents, { lean: true });
      return true;
    },
  };
}

function pagesOf({ jobs, errors, cursors }: Parts): Pick<ImportStore, 'list' | 'listErrors'> {
  const bindingOf = (list: string) => ({
    workspaceId: currentCall()?.workspaceId ?? '',
    list,
    sort: 'default',
    filter: '',
  });
  return {
    list: async ({ pageSize, cursor }) => {
      const sort = { sortField: 'created_at', descending: true };
      const page = await findPage(cursors, {
        model: jobs,
        filter: {},
        ...sort,
        binding: bindingOf('imports'),
        pageSize,
        cursor,
      });
      return { items: page.items.map(fromDocument), ...moreOf(page.meta) };
    },
    listErrors: async (id, { pageSize, cursor }) => {
      const page = await findPage(cursors, {
        model: errors,
        filter: { import_id: id },
        sortField: 'row_number',
        isNumber: true,
        descending: false,
        binding: bindingOf(`import-errors:${id}`),
        pageSize,
        cursor,
      });
      return { items: page.items.map(({ _id, import_id, ...row }) => row), ...moreOf(page.meta) };
    },
  };
}

function moreOf(meta: { next_cursor: string | undefined; has_more: boolean }): Omit<PageOf<never>, 'items'> {
  return { nextCursor: meta.next_cursor, hasMore: meta.has_more };
}

interface QueueParts extends Parts {
  readonly turns: Model<TurnDocument>;
  readonly unitOfWork: ImportStoreParts['unitOfWork'];
}

const REASON = 'workers serve the imports of all workspaces';

function createQueue({ jobs, turns, clock, unitOfWork }: QueueParts): ImportQueue {
  const waiting = async (): Promise<JobDocument[]> => {
    const now = new Date(clock.now());
    return jobs
      .find({ $or: [{ status: 'queued' }, { status: 'processing', lease_until: { $lt: now } }] })
      .sort({ created_at: 1 })
      .limit(CANDIDATES_MAX)
      .lean<JobDocument[]>();
  };
  return {
    claim: async (owner) =>
      runAsSystem(REASON, async () => {
        const full = new Set<string>();
        for (const candidate of await waiting()) {
          if (full.has(candidate.workspace_id)) continue;
          const claimed = await unitOfWork(async () => claimOne({ jobs, turns, clock }, candidate, owner));
          if (claimed !== undefined) return claimed;
          full.add(candidate.workspace_id);
        }
        return undefined;
      }),
    filesWaitedFor: async (ids) => {
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
      const leaseUntil = new Date(clock.now() + LEASE_MS);
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

/** Claims of one workspace run one after the other, so that two processes never count the same free place. */
async function claimOne(
  { jobs, turns, clock }: Pick<QueueParts, 'jobs' | 'turns' | 'clock'>,
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
  const left = status === 'processing' ? { lease_until: { $lt: now } } : {};
  const set = { status: 'processing', owner, lease_until: new Date(now.getTime() + LEASE_MS) };
  const claimed = await jobs
    .findOneAndUpdate(
      { _id, status, ...left },
      [{ $set: { ...set, started_at: { $ifNull: ['$started_at', now] } } }],
      {
        returnDocument: 'after',
        updatePipeline: true,
      },
    )
    .lean<JobDocument>();
  return toJob(claimed);
}

function toJob(document: JobDocument | null): ImportJob | undefined {
  return document === null ? undefined : fromDocument(document);
}

function fromDocument({ _id, owner, lease_until, ...members }: JobDocument): ImportJob {
  return { id: _id, ...members };
}

/** The driver takes no readonly lists. */
function plain({ shape, default_tags, ...members }: Omit<ImportJob, 'id'>) {
  const copied = { ...shape, columns: [...shape.columns], targets: [...shape.targets] };
  return { ...members, shape: copied, default_tags: [...default_tags] };
}
