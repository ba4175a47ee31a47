import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Schema } from '@outreach/client';
import { pageSizeFor } from '../output/pages.ts';
import { printable } from '../output/printable.ts';
import type { Client, Session } from '../session.ts';
import { toContactQuery, type ContactFilter } from './contact-query.ts';
import { toCsvRows } from './csv-rows.ts';

export interface ExportOptions extends ContactFilter {
  readonly format: 'csv' | 'jsonl';
  readonly output?: string;
}

type Contact = Schema<'Contact'>;
type Write = (text: string) => Promise<void>;

/** Writes all contacts page by page, so that memory does not depend on their number. */
export async function exportContacts(session: Session, options: ExportOptions): Promise<void> {
  const client = await session.connect();
  const { output } = options;
  const count =
    output === undefined
      ? await writeContacts(client, options, toStandardOutput(session))
      : await toFile(output, async (write) => writeContacts(client, options, write));
  session.out.notice(`${count} contacts are exported.`);
}

async function writeContacts(client: Client, options: ExportOptions, write: Write): Promise<number> {
  const { format, output: _output, ...filter } = options;
  const names = format === 'csv' ? await customFieldNames(client) : [];
  const query = { ...toContactQuery(filter), page_size: pageSizeFor() };
  let count = 0;
  for await (const { data } of client.pages('/api/v1/contacts/', { params: { query } })) {
    if (data.length === 0) continue;
    await write(format === 'csv' ? toCsvRows(data, names, count === 0) : toLines(data));
    count += data.length;
  }
  return count;
}

async function customFieldNames(client: Client): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of client.list('/api/v1/custom-fields/')) names.push(name);
  return names;
}

const toLines = (contacts: readonly Contact[]): string =>
  contacts.map((contact) => `${JSON.stringify(contact)}\n`).join('');

/** A terminal receives no control characters; a file or a pipe receives the data as it is. */
function toStandardOutput({ out }: Session): Write {
  if (!out.isTerminal) return out.write;
  return async (text) => {
    for (const line of text.trimEnd().split('\n')) await out.write(`${printable(line)}\n`);
  };
}

/** Writes a file that only its owner can read: it contains personal data. */
async function toFile(path: string, body: (write: Write) => Promise<number>): Promise<number> {
  const file = createWriteStream(path, { mode: 0o600 });
  const closed = finished(file);
  closed.catch(() => undefined);
  const count = await body(async (text) => {
    if (!file.write(text)) await Promise.race([once(file, 'drain'), closed]);
  });
  file.end();
  await closed;
  return count;
}
