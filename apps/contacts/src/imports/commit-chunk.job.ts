import type { ServiceBase } from '@outreach/app-kit';
import { AppError } from '@outreach/errors';
import { currentCall, type CallContext } from '@outreach/service-kit';
import { counter } from '@outreach/service-kit/metrics';
import {
  prepareUpserts,
  type PreparedUpserts,
  type RowOutcome,
  type RowStatus,
  type UpsertPorts,
} from '../contacts/index.ts';
import { countRows, errorOf } from './count-rows.ts';
import { isErased, type RawRow } from './erased-rows.ts';
import type { ImportJob } from './import-job.ts';
import type { ImportPosition, RowRange } from './import-lane.ts';
import type { ParsedRow } from './parse-row.job.ts';
import type { ContactLists } from '../verification/index.ts';
import type { ImportErasures, ImportStore } from './ports.ts';

const importedRows = counter(
  'import_rows_total',
  'Rows of imports that were committed, refused and skipped rows included.',
);

export interface ImportRun {
  readonly job: ImportJob;
  /** Token of the worker's claim. */
  readonly token: string;
  readonly signal: AbortSignal;
  /** Where the worker continues; after the counted rows by default. */
  readonly position?: ImportPosition;
}

/** Rows that follow each other in the file and commit together. */
export interface Chunk extends RowRange {
  readonly rows: readonly ParsedRow[];
}

export interface ChunkPorts {
  /** The ports of the upsert pipeline. */
  readonly pipeline: UpsertPorts;
  readonly imports: Pick<ImportStore, 'advance'>;
  readonly importErasures: Pick<ImportErasures, 'of'>;
  readonly lists: Pick<ContactLists, 'add'>;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
  readonly inWorkspace: ServiceBase['inWorkspace'];
}

/**
 * Compares the rows with the existing contacts, ahead of the transaction. Returns the function that commits contacts,
 * events, errors, counts and progress of a lane together; it returns false when the claim was lost.
 *
 * The transaction detects later changes: a new contact by the unique index, a changed
 * one by its version. Then the chunk is prepared again inside the transaction.
 */
export async function prepareChunk(
  ports: ChunkPorts,
  run: ImportRun,
  chunk: Chunk,
): Promise<(lane: number) => Promise<boolean>> {
  const { job } = run;
  const prepare = async (ctx: CallContext): Promise<Decision> =>
    decide(ports, { ctx, job, rows: chunk.rows });
  // Preparing in an agency writes to the registry, which belongs in the transaction.
  let ahead = job.agency_id === '' ? await inCallOf(ports, job, prepare) : undefined;
  const decideOnce = async (ctx: CallContext): Promise<Decision> => {
    const decision = ahead;
    ahead = undefined;
    if (decision === undefined) return prepare(ctx);
    const erased = await ports.importErasures.of(job.id);
    return erased?.size === decision.erasedCount ? decision : prepare(ctx);
  };
  const commit = async (lane: number): Promise<boolean> =>
    inCallOf(ports, job, async (ctx) =>
      commitChunk(ports, { run, chunk, lane, decide: async () => decideOnce(ctx) }),
    );
  return async (lane) => {
    const wasAhead = ahead !== undefined;
    return commit(lane).catch(async (thrown: unknown) => {
      if (wasAhead && thrown instanceof AppError && thrown.kind === 'conflict') return commit(lane);
      throw thrown;
    });
  };
}

/** Runs `fn` in a call of the job's workspace and agency. */
export async function inCallOf<T>(
  { inWorkspace }: Pick<ChunkPorts, 'inWorkspace'>,
  job: ImportJob,
  fn: (ctx: CallContext) => Promise<T>,
): Promise<T> {
  return inWorkspace({ workspaceId: job.workspace_id, agencyId: job.agency_id }, async () => {
    const ctx = currentCall();
    if (ctx === undefined) throw new Error('An import runs in a call of its workspace.');
    return fn(ctx);
  });
}

interface Decision {
  /** The rows, without the rows of erased contacts. */
  readonly kept: readonly ParsedRow[];
  /** Number of erased addresses of the import at this time; undefined without any. */
  readonly erasedCount: number | undefined;
  readonly upserts: PreparedUpserts;
}

interface ChunkOfJob {
  readonly ctx: CallContext;
  readonly job: ImportJob;
  readonly rows: Chunk['rows'];
}

async function decide(
  { pipeline, importErasures }: ChunkPorts,
  { ctx, job, rows: all }: ChunkOfJob,
): Promise<Decision> {
  const erased = await importErasures.of(job.id);
  const kept = erased === undefined ? all : all.filter((parsed) => !isErased(toRawRow(parsed), erased));
  const rows = kept.flatMap((parsed) => ('row' in parsed ? [parsed.row] : []));
  const options = { dedup: job.dedup_behavior, leadSource: 'import' };
  const upserts = await prepareUpserts(pipeline, { ctx, rows }, options);
  return { kept, erasedCount: erased?.size, upserts };
}

function toRawRow(parsed: ParsedRow): RawRow {
  return 'row' in parsed ? { raw: parsed.raw, email: parsed.row.email } : parsed.error;
}

interface ChunkCommit {
  readonly run: ImportRun;
  readonly chunk: Chunk;
  readonly lane: number;
  readonly decide: () => Promise<Decision>;
}

async function commitChunk(
  ports: ChunkPorts,
  { run, chunk: { rows, first, last }, lane, decide }: ChunkCommit,
): Promise<boolean> {
  const { job, token } = run;
  const rowCount = rows.length;
  const place = { first, last, lane };
  try {
    await ports.unitOfWork(async () => {
      const { kept, upserts } = await decide();
      const valid = kept.flatMap((parsed) => ('row' in parsed ? [parsed] : []));
      const invalid = kept.flatMap((parsed) => ('error' in parsed ? [parsed.error] : []));
      const outcomes = await upserts.write();
      await listContacts(ports, { job, valid, outcomes });
      const refused = valid.flatMap(({ row, ...source }, index) =>
        errorOf(outcomes[index], { ...source, email: row.email }, job.shape),
      );
      const counted = countRows(rowCount, outcomes, invalid);
      // Rows of erased contacts count as skipped, and no data of them is stored.
      const counts = { ...counted, skipped_count: counted.skipped_count + rowCount - kept.length };
      const errors = [...invalid, ...refused];
      // Rolls the chunk back if its rows are not in the counts of the job.
      if (!(await ports.imports.advance(job, { token, counts, errors, place }))) throw new JobLost();
    });
  } catch (thrown) {
    if (thrown instanceof JobLost) return false;
    throw thrown;
  }
  importedRows.inc(rowCount);
  return true;
}

interface ImportedRows {
  readonly job: ImportJob;
  readonly valid: readonly Extract<ParsedRow, { readonly row: object }>[];
  readonly outcomes: readonly RowOutcome[];
}

/** Lists the contacts of the rows for a verification of the import. */
async function listContacts(
  { lists }: Pick<ChunkPorts, 'lists'>,
  { job, valid, outcomes }: ImportedRows,
): Promise<void> {
  const contactIds = outcomes.flatMap(({ status, contactId }) =>
    contactId !== null && LISTED.has(status) ? [contactId] : [],
  );
  const [first] = valid;
  if (first === undefined || contactIds.length === 0) return;
  await lists.add(job.id, { position: first.rowNumber, contactIds });
}

/** Suppressed contacts and those of other clients are not verified. */
const LISTED: ReadonlySet<RowStatus> = new Set(['created', 'updated', 'unchanged', 'skipped']);

/** The job was canceled, or another worker holds it. */
class JobLost extends Error {}
