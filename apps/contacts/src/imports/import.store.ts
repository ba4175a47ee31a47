import { IMPORT_STATUSES, importStates } from '@outreach/contracts-contacts';
import type { Connection, Model } from 'mongoose';
import { defineModel, runAsSystem } from '@outreach/mongo-kit';
import { findPage, readById, type Cursors } from '@outreach/mongo-kit/paging';
import type { Units } from '@outreach/mongo-kit/units';
import type { Clock, NewId } from '@outreach/service-kit';
import { DEDUP_BEHAVIORS } from '../contact-model/index.ts';
import { addressKeyOf } from './erased-rows.ts';
import type { ImportJob, ImportRowError } from './import-job.ts';
import { createImportQueue, type ImportQueue } from './import-queue.store.ts';
import type { ImportFiles, ImportStore } from './ports.ts';
import { errorSchema, jobSchema, type ErrorDocument, type JobDocument } from './import-schemas.store.ts';

/** A file of an ended job exists for at most this time. */
const FILE_MS_MAX = 48 * 60 * 60 * 1_000;
/** Limit for the imports of one workspace whose files exist. */
const WITH_FILES_MAX = 10_000;

/** Row errors that are read together for the personal data of a contact. */
const ERRORS_READ = 500;
/** Bytes of the rows of one page of errors. */
export const ERROR_PAGE_BYTES_MAX = 1_048_576;

const REASON = 'the files of all workspaces are in one bucket';
const UNFINISHED = importStates.statesOf('start');

export interface ImportStoreOptions {
  readonly connection: Connection;
  readonly cursors: Cursors;
  readonly clock: Clock;
  readonly ids: NewId;
  /** A worker that does not renew its lease for this time in ms is considered dead. */
  readonly leaseMs: number;
  readonly units: Pick<Units, 'unitOfWork' | 'afterCommit'>;
}

export interface ImportStores {
  readonly imports: ImportStore;
  readonly files: ImportFiles;
  readonly queue: ImportQueue;
}

export function createImportStores(options: ImportStoreOptions): ImportStores {
  const { connection, cursors, clock, leaseMs, units } = options;
  const jobs: Model<JobDocument> = defineModel(connection, 'imports', jobSchema);
  const errors: Model<ErrorDocument> = defineModel(connection, 'import_errors', errorSchema);
  const queue = createImportQueue({ ...options, jobs });
  const afterInsert = (): void => units.afterCommit(() => queue.wakeUp.raise());
  return {
    imports: createStore({ jobs, errors, cursors, clock, leaseMs }, afterInsert),
    files: { filesInUse: async (ids) => filesInUse(jobs, ids) },
    queue,
  };
}

async function filesInUse(jobs: Model<JobDocument>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const filter = { file_id: { $in: [...ids] }, status: { $in: [...UNFINISHED] } };
  const found = await runAsSystem(REASON, async () =>
    jobs.find(filter, { file_id: 1 }).lean<{ file_id: string }[]>(),
  );
  return new Set(found.map(({ file_id }) => file_id));
}

interface StoreModels {
  readonly jobs: Model<JobDocument>;
  readonly errors: Model<ErrorDocument>;
  readonly cursors: Cursors;
  readonly clock: Clock;
  readonly leaseMs: number;
}

function createStore(models: StoreModels, afterInsert: () => void): ImportStore {
  const { jobs, errors, clock, leaseMs } = models;
  return {
    insert: async ({ id, ...rest }) => {
      const work = { lease_token: null, due_at: rest.created_at, attempts: 0 };
      await jobs.insertMany([{ _id: id, ...plain(rest), ...work }], { lean: true });
      afterInsert();
    },
    findById: async (id) => toJob(await jobs.findOne({ _id: id }).lean<JobDocument>()),
    ...pagesOf(models),
    end: async ({ id, status, error, finished_at, version }) => {
      const ended = { status, error, finished_at, version, lease_token: null, due_at: null };
      await jobs.updateOne({ _id: id }, { $set: ended });
    },
    withFiles: async () => {
      const since = new Date(clock.now() - FILE_MS_MAX);
      const ended = { status: { $in: ['canceled', 'failed'] as const }, finished_at: { $gte: since } };
      const found = await jobs
        .find({ $or: [{ status: { $in: [...UNFINISHED] } }, ended] }, { _id: 1 })
        .limit(WITH_FILES_MAX)
        .lean<{ _id: string }[]>();
      return found.map(({ _id }) => _id);
    },
    errorsOf: async (email, after) => {
      const found = await readById(errors, { filter: { email_key: email }, after, size: ERRORS_READ });
      const records = found.documents.map(({ _id: id, email_key, ...row }) => ({ id, ...row }));
      return { records, after: found.after };
    },
    scrubErrors: async (email) => {
      await errors.updateMany({ email_key: email }, { $set: { email: null, email_key: null, raw: [] } });
    },
    advance: async ({ id }, { token, counts, errors: rows }) => {
      const dueAt = new Date(clock.now() + leaseMs);
      const updated = await jobs.updateOne(
        { _id: id, lease_token: token, status: 'processing' },
        { $inc: { ...counts, version: 1 }, $set: { due_at: dueAt, failures: 0 } },
      );
      if (updated.matchedCount === 0) return false;
      const documents = rows.map((row) => toErrorDocument(id, row));
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
        bytesMax: ERROR_PAGE_BYTES_MAX,
        toItem: toRowError,
      }),
  };
}

function toErrorDocument(importId: string, row: ImportRowError) {
  return {
    _id: `${importId}:${row.row_number}`,
    import_id: importId,
    ...row,
    email_key: row.email === null ? null : addressKeyOf(row.email),
    raw: [...row.raw],
  };
}

function toRowError({ _id, import_id, email_key, ...row }: ErrorDocument): ImportRowError {
  return row;
}

function toJob(document: JobDocument | null): ImportJob | undefined {
  return document === null ? undefined : fromDocument(document);
}

/** @throws Error for an unknown status or dedup behavior. */
function fromDocument({ _id, ...stored }: JobDocument): ImportJob {
  const { due_at, lease_token, attempts, failure_reason, ...rest } = stored;
  if (!IMPORT_STATUSES.includes(rest.status))
    throw new Error(`The import ${_id} has the unknown status ${rest.status}.`);
  if (!DEDUP_BEHAVIORS.includes(rest.dedup_behavior))
    throw new Error(`The import ${_id} has the unknown dedup behavior ${rest.dedup_behavior}.`);
  return { id: _id, ...rest };
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
