import { withCall } from '@outreach/service-kit';
import { NO_COUNTS, type ImportJob } from './import-job.ts';
import { endImport, getImport } from './manage-imports.ts';
import type { Deps } from '../domain/ports.ts';
import { AddressSet } from './address-set.ts';
import { createRowReader, type ParsedRow } from './parse-row.job.ts';
import { readRecords } from './read-records.ts';
import { contextOf, prepareChunk, type ImportRun } from './commit-chunk.job.ts';

/** Rows that commit together with their checkpoint. */
const CHUNK_ROWS = 500;

/**
 * Works through a job from its checkpoint. Rows before it are read again to know their addresses, and change nothing.
 * Each chunk's contacts, events, errors, counters and checkpoint commit together, so that a death loses and doubles
 * no row. Returns early when the job was canceled, taken over, or the process stops.
 */
export async function runImport(deps: Deps, run: ImportRun): Promise<void> {
  const { job, signal } = run;
  let committing = Promise.resolve(true);
  try {
    for await (const chunk of chunksOf(parsedRows(deps, job))) {
      // While a chunk commits, the next one is parsed and compared with what is there.
      const prepared = await prepareChunk(deps, run, chunk);
      if (!(await committing) || signal.aborted) return;
      committing = prepared.commit();
    }
    if (!(await committing) || signal.aborted) return;
  } finally {
    await committing.catch(() => undefined);
  }
  await end(deps, run, null);
}

async function* chunksOf(
  rows: AsyncIterable<ParsedRow>,
): AsyncGenerator<readonly ParsedRow[], void, undefined> {
  let chunk: ParsedRow[] = [];
  for await (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK_ROWS) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Ends a job that no worker can finish. */
export async function failImport(deps: Deps, run: ImportRun, error: string): Promise<void> {
  await end(deps, run, error);
}

/** The rows behind the checkpoint; of rows with the same address the first one of the file wins. */
async function* parsedRows(deps: Deps, job: ImportJob): AsyncGenerator<ParsedRow, void, undefined> {
  const fields = await withCall(contextOf(deps, job), async () => deps.customFields.all());
  const fieldTypes = new Map(fields.map(({ name, field_type }) => [name, field_type] as const));
  const reader = createRowReader({ shape: job.shape, defaultTags: job.default_tags, fieldTypes });
  const seen = new AddressSet();
  let rowNumber = 0;
  for await (const records of readRecords(deps.stagedFiles.read(job.file_id), job.shape)) {
    for (const record of records) {
      rowNumber += 1;
      const parsed = onlyOnce(reader.read(record, rowNumber), seen);
      if (rowNumber > job.processed_rows) yield parsed;
    }
  }
}

function onlyOnce(parsed: ParsedRow, seen: AddressSet): ParsedRow {
  if ('error' in parsed) return parsed;
  const { rowNumber, raw, row } = parsed;
  const { email } = row;
  if (seen.add(email)) return parsed;
  const message = 'An earlier row has the same address.';
  const error = { row_number: rowNumber, column: null, email, message, raw: [...raw] };
  return { error: { ...error, code: 'duplicate_in_file' } };
}

async function end(deps: Deps, { job, owner }: ImportRun, error: string | null): Promise<void> {
  await withCall(contextOf(deps, job), async () =>
    deps.unitOfWork(async () => {
      if (!(await deps.imports.advance(job, { owner, counts: NO_COUNTS, errors: [] }))) return;
      const present = await getImport(deps, job.id);
      const done = present.error_count > 0 ? 'completed_with_errors' : 'completed';
      const status = error === null ? done : 'failed';
      await endImport(deps, { ...present, status, error, finished_at: new Date(deps.clock.now()) });
    }),
  );
  await deps.stagedFiles.remove(job.file_id);
}
