import { open, rm } from 'node:fs/promises';
import type { Schema } from '@outreach/client';
import { CommandFailure, EXIT_CODES } from '../exit-codes.ts';
import { printable } from '../output/printable.ts';
import { withProgress } from '../output/progress.ts';
import type { Client, Session } from '../session.ts';

export interface ExportOptions {
  readonly tag?: string[];
  readonly segment?: string;
  readonly format: 'csv' | 'jsonl';
  readonly output?: string;
}

const POLL_INTERVAL_MS = 500;

type ExportJob = Schema<'Export'>;
type Filter = Schema<'Filter'>;
type Write = (text: string) => Promise<void>;

/** Starts an export, waits for its end, and writes the file piece by piece, so that memory does not depend on its size. */
export async function exportContacts(session: Session, options: ExportOptions): Promise<void> {
  const client = await session.connect();
  const { format, output } = options;
  const body = { filters: filtersOf(options), filters_logic: 'AND', format } as const;
  const { job_id: id } = await client.post('/api/v1/contacts/export/', { body });
  const job = await withProgress(session.out, 'Export', async (update) =>
    client.waitFor('export', id, {
      signal: session.signal,
      intervalMs: POLL_INTERVAL_MS,
      onProgress: ({ progress }) => update(progress),
    }),
  );
  const send = async (write: Write): Promise<void> => download(client, job, write);
  if (output === undefined) await toStandardOutput(session, send);
  else await toFile(output, send);
  session.out.notice(`${job.row_count ?? 0} contacts are exported.`);
}

function filtersOf({ tag: tags = [], segment }: ExportOptions): Filter[] {
  return [
    ...tags.map((tag): Filter => ({ field: 'has_tag', op: 'eq', value: tag })),
    ...(segment === undefined ? [] : [{ field: 'in_segment', op: 'eq', value: segment } as const]),
  ];
}

/** Reads the file from the server of the profile; the link may name another address of it. */
async function download(client: Client, job: ExportJob, write: Write): Promise<void> {
  const { id, status, error, download_url: url } = job;
  if (url === null)
    throw new CommandFailure(EXIT_CODES.failure, error ?? `The export ended with the status ${status}.`);
  const query = Object.fromEntries(new URL(url).searchParams);
  const file = await client.get('/api/v1/exports/{export_id}/download/', {
    params: { path: { export_id: id }, query },
    parseAs: 'stream',
  });
  if (file === null) return;
  for await (const text of file.pipeThrough(new TextDecoderStream())) await write(text);
}

type Body = (write: Write) => Promise<void>;

/** A terminal receives no control characters; a file or a pipe receives the data as it is. */
async function toStandardOutput({ out }: Session, body: Body): Promise<void> {
  if (!out.isTerminal) return body(out.write);
  let rest = '';
  await body(async (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) await out.write(`${printable(line)}\n`);
  });
  if (rest !== '') await out.write(`${printable(rest)}\n`);
}

/** Writes a file that only its owner can read: it contains personal data. A partial one is removed; a pipe stays. */
async function toFile(path: string, body: Body): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await body(async (text) => file.appendFile(text));
  } catch (thrown) {
    if ((await file.stat()).isFile()) await rm(path);
    throw thrown;
  } finally {
    await file.close();
  }
}
