import { importStates } from '@outreach/contracts-contacts';
import type { EventSink } from '@outreach/event-schema';
import type { Clock, Logger } from '@outreach/service-kit';
import type { CustomFieldReader } from '../custom-fields/index.ts';
import { AddressSet } from './address-set.ts';
import { ChunkLanes } from './chunk-lanes.ts';
import { inCallOf, prepareChunk, type Chunk, type ChunkPorts, type ImportRun } from './commit-chunk.job.ts';
import { NO_COUNTS, type ImportJob } from './import-job.ts';
import { isCommitted, positionOf, type ImportPosition } from './import-lane.ts';
import { endImport, getImport } from './manage-imports.ts';
import { rowReader, type ParsedRow } from './parse-row.job.ts';
import type { VerificationRequests } from '../verification/index.ts';
import type { ImportStore, StagedFiles } from './ports.ts';
import { readRecords } from './read-records.ts';

/** Rows that commit together with the progress of the job. */
const CHUNK_ROWS = 500;
/** Bytes of the file after which a chunk commits with fewer rows. */
export const CHUNK_BYTES = 1_048_576;

export interface RunImportPorts extends ChunkPorts {
  readonly imports: Pick<ImportStore, 'advance' | 'findById' | 'end'>;
  readonly stagedFiles: Pick<StagedFiles, 'read' | 'remove'>;
  readonly verifications: VerificationRequests;
  readonly customFields: CustomFieldReader;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** `lost`: the job was canceled or claimed by another worker. `stopped`: the signal has aborted. */
export type RunOutcome = 'ended' | 'lost' | 'stopped';

/**
 * Imports the rows that no earlier worker has committed. Other rows are only read for their addresses. Contacts, events,
 * errors, counts and progress of a chunk commit together, so a crash neither loses nor repeats a row. Two chunks commit
 * at the same time; their rows have different addresses.
 */
export async function runImport(ports: RunImportPorts, run: ImportRun): Promise<RunOutcome> {
  const { job, signal, position = positionOf(job.processed_rows, []) } = run;
  const lanes = new ChunkLanes(position.laneRows);
  try {
    for await (const chunk of chunksOf(parsedRows(ports, job, position))) {
      // The next chunk is parsed and prepared while the chunks before it commit.
      const commit = await prepareChunk(ports, run, chunk);
      await lanes.free();
      if (lanes.isLost || signal.aborted) break;
      lanes.start(chunk, commit);
    }
    await lanes.finish();
  } catch (thrown) {
    await logFailedCommits(ports.logger, job, { lanes, thrown });
    throw thrown;
  }
  if (lanes.isLost) return 'lost';
  if (signal.aborted) return 'stopped';
  return (await end(ports, run, null)) ? 'ended' : 'lost';
}

/** Waits for the pending commits, and logs their failures if the import has failed with another error. */
async function logFailedCommits(
  logger: Logger,
  { id, workspace_id }: ImportJob,
  { lanes, thrown }: { readonly lanes: ChunkLanes; readonly thrown: unknown },
): Promise<void> {
  await lanes.settle();
  for (const err of lanes.failures)
    if (err !== thrown)
      logger.warn({ workspace_id, import_id: id, err }, 'the commit of an import chunk failed');
}

interface SizedRow {
  readonly parsed: ParsedRow;
  readonly rowNumber: number;
  /** Bytes of the row in the file. */
  readonly bytes: number;
}

/** Cuts the rows into chunks, also where committed rows are between them. */
async function* chunksOf(rows: AsyncIterable<SizedRow>): AsyncGenerator<Chunk, void, undefined> {
  let chunk: ParsedRow[] = [];
  let chunkBytes = 0;
  let last = 0;
  const cut = (): Chunk => {
    const done = { rows: chunk, first: last - chunk.length + 1, last };
    chunk = [];
    chunkBytes = 0;
    return done;
  };
  for await (const { parsed, rowNumber, bytes } of rows) {
    if (chunk.length > 0 && rowNumber !== last + 1) yield cut();
    chunk.push(parsed);
    chunkBytes += bytes;
    last = rowNumber;
    if (chunk.length === CHUNK_ROWS || chunkBytes >= CHUNK_BYTES) yield cut();
  }
  if (chunk.length > 0) yield cut();
}

/** Ends a job as failed. */
export async function failImport(ports: RunImportPorts, run: ImportRun, error: string): Promise<void> {
  await end(ports, run, error);
}

/** The rows that are not committed; of several rows with the same address the first one is imported. */
async function* parsedRows(
  ports: RunImportPorts,
  job: ImportJob,
  position: ImportPosition,
): AsyncGenerator<SizedRow, void, undefined> {
  const fields = await inCallOf(ports, job, async () => ports.customFields.all());
  const fieldTypes = new Map(fields.map(({ name, field_type }) => [name, field_type] as const));
  const read = rowReader({ shape: job.shape, defaultTags: job.default_tags, fieldTypes });
  const seen = new AddressSet();
  let rowNumber = 0;
  for await (const records of readRecords(ports.stagedFiles.read(job.file_id), job.shape)) {
    for (const record of records) {
      rowNumber += 1;
      const parsed = refuseDuplicate(read(record, rowNumber), seen);
      if (!isCommitted(position, rowNumber)) yield { parsed, rowNumber, bytes: record.end - record.start };
    }
  }
  // The driver reports no error if the last stored chunks of a file are missing.
  if (rowNumber !== job.total_rows)
    throw new Error(`The stored file has ${String(rowNumber)} of ${String(job.total_rows)} rows.`);
}

function refuseDuplicate(parsed: ParsedRow, seen: AddressSet): ParsedRow {
  if ('error' in parsed) return parsed;
  const { rowNumber, raw, raw_truncated, row } = parsed;
  const { email } = row;
  if (seen.add(email)) return parsed;
  const message = 'An earlier row has the same address.';
  const error = { row_number: rowNumber, column: null, email, message, raw, raw_truncated };
  return { error: { ...error, code: 'duplicate_in_file' } };
}

/** False when the claim was lost: the current worker needs the file. */
async function end(ports: RunImportPorts, { job, token }: ImportRun, error: string | null): Promise<boolean> {
  const hasEnded = await inCallOf(ports, job, async () =>
    ports.unitOfWork(async () => {
      if (!(await ports.imports.advance(job, { token, counts: NO_COUNTS, errors: [] }))) return false;
      const current = await getImport(ports.imports, job.id);
      const done = current.error_count > 0 ? 'complete_with_errors' : 'complete';
      const status = importStates.next(current.status, error === null ? done : 'fail');
      if (status === undefined) throw new Error(`An import that is ${current.status} cannot end.`);
      const finishedAt = new Date(ports.clock.now());
      await endImport(ports, { ...current, status, error, finished_at: finishedAt });
      if (job.trigger_verification && error === null)
        await ports.verifications.addImport({ workspaceId: job.workspace_id, importId: job.id }, finishedAt);
      return true;
    }),
  );
  if (hasEnded) await ports.stagedFiles.remove(job.file_id);
  return hasEnded;
}
