import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Schema } from '@outreach/client';
import { CommandFailure, EXIT_CODES } from '../exit-codes.ts';
import { itemsOf, pageSizeFor } from '../output/pages.ts';
import { withProgress } from '../output/progress.ts';
import type { Column } from '../output/table.ts';
import type { Client, Session } from '../session.ts';

export interface ImportOptions {
  readonly watch?: boolean;
  readonly mapping?: string;
  readonly verify?: boolean;
  readonly failedRows: number;
}

const POLL_INTERVAL_MS = 500;

type ImportJob = Schema<'ImportJob'>;
type RowError = Schema<'ImportRowError'>;

/** Uploads a CSV file. With `watch`, waits for the end of the import; rejected rows are a failure. */
export async function importContacts(session: Session, path: string, options: ImportOptions): Promise<void> {
  const client = await session.connect();
  const started = await upload(session, client, { path, options });
  if (options.watch !== true) {
    await session.out.record(started, `The import ${started.id} has started.`);
    return;
  }
  const job = await withProgress(session.out, 'Import', async (update) =>
    client.waitFor('import', started.id, {
      signal: session.signal,
      intervalMs: POLL_INTERVAL_MS,
      onProgress: ({ progress }) => update(progress),
    }),
  );
  const rows = await readErrors(client, job, options.failedRows);
  await show(session, job, rows);
  if (job.status !== 'completed')
    throw new CommandFailure(EXIT_CODES.failure, `The import ended with the status ${job.status}.`);
}

interface Upload {
  readonly path: string;
  readonly options: ImportOptions;
}

async function upload({ out }: Session, client: Client, { path, options }: Upload): Promise<ImportJob> {
  const content = await openFile(path);
  const { mapping, verify } = options;
  const fields = {
    ...(mapping === undefined ? {} : { field_mapping_id: mapping }),
    ...(verify === true ? { trigger_verification: 'true' as const } : {}),
  };
  return withProgress(out, 'Upload', async (update) =>
    client.upload('/api/v1/imports/', {
      file: { name: basename(path), size: content.size, stream: () => content.stream() },
      fields,
      onProgress: ({ sent, total }) => update(sent / Math.max(total, 1)),
    }),
  );
}

async function openFile(path: string): Promise<Blob> {
  try {
    // A folder opens without an error, and fails while it is sent.
    if ((await stat(path)).isFile()) return await openAsBlob(path);
    throw new CommandFailure(EXIT_CODES.usage, `${path} is not a file.`);
  } catch (thrown) {
    if (thrown instanceof CommandFailure) throw thrown;
    throw new CommandFailure(EXIT_CODES.usage, `${path} cannot be read.`);
  }
}

async function readErrors(
  client: Client,
  { id, error_count }: ImportJob,
  limit: number,
): Promise<RowError[]> {
  if (error_count === 0) return [];
  const params = { path: { import_id: id }, query: { page_size: pageSizeFor(limit) } };
  const rows: RowError[] = [];
  for await (const page of itemsOf(client.pages('/api/v1/imports/{import_id}/errors/', { params }), limit))
    rows.push(...page);
  return rows;
}

const COLUMNS: readonly Column<RowError>[] = [
  { head: 'ROW', of: ({ row_number }) => row_number },
  { head: 'COLUMN', of: ({ column }) => column },
  { head: 'EMAIL', of: ({ email }) => email },
  { head: 'CODE', of: ({ code }) => code },
  { head: 'MESSAGE', of: ({ message }) => message },
];

async function show({ out }: Session, job: ImportJob, rows: readonly RowError[]): Promise<void> {
  await out.record({ ...job, errors: rows }, summaryOf(job));
  if (out.isJson || rows.length === 0) return;
  await out.list(COLUMNS, [rows]);
  if (job.error_count > rows.length)
    out.notice(`${job.error_count - rows.length} more rows were rejected; --failed-rows shows more.`);
}

function summaryOf(job: ImportJob): string {
  const { total_rows, created_count, updated_count, unchanged_count, error_count } = job;
  const left = job.skipped_count + job.suppressed_count + job.conflict_count;
  const reason = job.error === null ? '' : ` ${job.error}`;
  return `Import ${job.id}: ${job.status}.${reason} ${total_rows} rows: ${created_count} created, ${updated_count} updated, ${unchanged_count} unchanged, ${left} left out, ${error_count} rejected.`;
}
