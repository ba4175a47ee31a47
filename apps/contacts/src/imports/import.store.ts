import { DEDUP_BEHAVIORS } from '@outreach/contracts-contacts/enumerations';
import { IMPORT_STATUSES, importStates } from '@outreach/contracts-contacts';
import type { Model } from 'mongoose';
import { defineModel, runAsSystem } from '@outreach/mongo-kit';
import { findPage, readById } from '@outreach/mongo-kit/paging';
import { sha256 } from '../contact-model/index.ts';
import { addressKeyOf } from './erased-rows.ts';
import type { ImportJob, ImportRowError } from './import-job.ts';
import { countsOf, lastBeforeGap, positionOf, withLanes, type ImportLane } from './import-lane.ts';
import { createImportLanes, type ImportLanes } from './import-lane.store.ts';
import { createImportQueue, type ImportBase, type ImportQueue } from './import-queue.store.ts';
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

export interface ImportStores {
  readonly imports: ImportStore;
  readonly files: ImportFiles;
  readonly queue: ImportQueue;
}

/** @param leaseMs a worker that does not renew its lease for this time is considered dead. */
export function createImportStores(base: ImportBase, leaseMs: number): ImportStores {
  const { connection } = base.mongo;
  const jobs: Model<JobDocument> = defineModel(connection, 'imports', jobSchema);
  const errors: Model<ErrorDocument> = defineModel(connection, 'import_errors', errorSchema);
  const lanes = createImportLanes(connection);
  const queue = createImportQueue({ ...base, jobs, lanes, leaseMs });
  const afterInsert = (): void => base.units.afterCommit(() => queue.wakeUp.raise());
  return {
    imports: createStore({ ...base, jobs, errors, lanes }, afterInsert),
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

interface StoreModels extends ImportBase {
  readonly jobs: Model<JobDocument>;
  readonly errors: Model<ErrorDocument>;
  readonly lanes: ImportLanes;
}

function createStore(models: StoreModels, afterInsert: () => void): ImportStore {
  const { jobs, errors, lanes, clock } = models;
  return {
    insert: async ({ id, ...rest }) => {
      const work = { lease_token: null, due_at: rest.created_at, attempts: 0 };
      await jobs.insertMany([{ _id: id, ...plain(rest), ...work }], { lean: true });
      afterInsert();
    },
    findById: async (id) => (await findProgress(models, id))?.job,
    position: async (id) => {
      const found = await findProgress(models, id);
      if (found === undefined) throw new Error(`The import ${id} does not exist.`);
      return positionOf(found.job.processed_rows, found.lanes);
    },
    ...pagesOf(models),
    end: async (job) => {
      const { id, status, error, finished_at, version, failures } = job;
      const ended = { status, error, finished_at, version, failures, lease_token: null, due_at: null };
      await jobs.updateOne({ _id: id }, { $set: { ...ended, ...countsOf(job) } });
      await lanes.remove(id);
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
      const found = await readById(errors, {
        filter: { email_sha256: sha256(email) },
        after,
        size: ERRORS_READ,
      });
      const records = found.documents.map(({ _id: id, email_sha256, ...row }) => ({ id, ...row }));
      return { records, after: found.after };
    },
    scrubErrors: async (email_sha256) => {
      await errors.updateMany({ email_sha256 }, { $set: { email: null, email_sha256: null, raw: [] } });
    },
    advance: async ({ id }, { errors: rows, ...chunk }) => {
      if (!(await lanes.advance(id, chunk))) return false;
      const documents = rows.map((row) => toErrorDocument(id, row));
      if (documents.length > 0) await errors.insertMany(documents, { lean: true });
      return true;
    },
  };
}

function pagesOf(models: StoreModels): Pick<ImportStore, 'list' | 'listErrors'> {
  const { jobs, errors, cursors } = models;
  return {
    list: async (page) => {
      const toItem = (document: JobDocument): JobDocument => document;
      const found = await findPage(cursors, { model: jobs, list: 'imports', page, toItem });
      return { ...found, items: (await readProgress(models, found.items)).map(({ job }) => job) };
    },
    listErrors: async (id, page) => {
      const found = await findProgress(models, id);
      const isRunning = found?.job.status === 'processing';
      const position = isRunning ? positionOf(found.job.processed_rows, found.lanes) : undefined;
      const settled = position === undefined ? {} : { row_number: { $lte: lastBeforeGap(position) } };
      return findPage(cursors, {
        model: errors,
        list: `import-errors:${id}`,
        filter: { import_id: id, ...settled },
        sortField: 'row_number',
        isNumber: true,
        isAscending: true,
        page,
        bytesMax: ERROR_PAGE_BYTES_MAX,
        toItem: ({ _id, import_id, email_sha256, ...row }: ErrorDocument): ImportRowError => row,
      });
    },
  };
}

/** A job with the counts of its lanes. */
interface JobProgress {
  readonly job: ImportJob;
  readonly lanes: readonly ImportLane[];
}

async function findProgress(models: JobModels, id: string): Promise<JobProgress | undefined> {
  const found = await models.jobs.find({ _id: id }).lean<JobDocument[]>();
  return (await readProgress(models, found))[0];
}

type JobModels = Pick<StoreModels, 'jobs' | 'lanes'>;

async function readProgress(
  { jobs, lanes }: JobModels,
  found: readonly JobDocument[],
): Promise<readonly JobProgress[]> {
  const running = found.filter(({ status }) => status === 'processing').map(({ _id }) => _id);
  const stored = running.length === 0 ? NO_LANES : await lanes.of(running);
  // The end of a job removes its lanes, so a job without them may have ended since it was read.
  const ended = running.filter((id) => !stored.has(id));
  const again = ended.length === 0 ? [] : await jobs.find({ _id: { $in: ended } }).lean<JobDocument[]>();
  const current = new Map(again.map((document) => [document._id, document]));
  return found.map((document) => {
    const own = stored.get(document._id) ?? [];
    return { job: withLanes(fromDocument(current.get(document._id) ?? document), own), lanes: own };
  });
}

const NO_LANES: ReadonlyMap<string, readonly ImportLane[]> = new Map();

function toErrorDocument(importId: string, row: ImportRowError) {
  return {
    _id: `${importId}:${row.row_number}`,
    import_id: importId,
    ...row,
    email_sha256: row.email === null ? null : sha256(addressKeyOf(row.email)),
    raw: [...row.raw],
  };
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
