import { once } from 'node:events';
import { printable, printableJson } from './printable.ts';
import { tableLines, type Column } from './table.ts';

const JSON_INDENT = 2;

/** Records in pages. */
export type Pages<T> = AsyncIterable<readonly T[]> | Iterable<readonly T[]>;

/** Where the results and the notices of a command go. */
export interface Output {
  readonly isJson: boolean;
  /** True if standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Writes text to standard output as it is, and waits while the reader is slow. */
  write(text: string): Promise<void>;
  /** Writes one line for people; control characters are removed. Nothing with `--json`. */
  line(text: string): Promise<void>;
  /** Writes a notice to standard error; control characters are removed. */
  notice(text: string): void;
  /** Writes one record: as JSON with `--json`, else as the text. */
  record(record: unknown, text: string): Promise<void>;
  /** Writes one record of an endless stream: as one line of JSON with `--json`, else as the text. */
  event(record: unknown, text: string): Promise<void>;
  /** Writes all records: as a JSON array with `--json`, else as a table. Without any, writes the notice `none`. */
  list<T>(columns: readonly Column<T>[], pages: Pages<T>, none?: string): Promise<void>;
}

export function createOutput(isJson: boolean): Output {
  const { stdout, stderr } = process;
  const write = async (text: string): Promise<void> => {
    if (!stdout.write(text)) await once(stdout, 'drain');
  };
  const line = async (text: string): Promise<void> => write(`${printable(text)}\n`);
  const notice = (text: string): void => {
    stderr.write(`${printable(text)}\n`);
  };
  return {
    isJson,
    isTerminal: stdout.isTTY,
    write,
    line: async (text) => {
      if (!isJson) await line(text);
    },
    notice,
    record: async (record, text) => (isJson ? write(`${printableJson(record, JSON_INDENT)}\n`) : line(text)),
    event: async (record, text) => (isJson ? write(`${printableJson(record)}\n`) : line(text)),
    list: async (columns, pages, none) => {
      const count = isJson ? await writeArray(write, pages) : await writeTable(line, { columns, pages });
      if (count === 0 && none !== undefined) notice(none);
    },
  };
}

type Write = (text: string) => Promise<void>;

async function writeArray<T>(write: Write, pages: Pages<T>): Promise<number> {
  let count = 0;
  for await (const page of pages)
    for (const record of page) {
      await write(`${count === 0 ? '[' : ','}\n${printableJson(record)}`);
      count += 1;
    }
  await write(count === 0 ? '[]\n' : '\n]\n');
  return count;
}

interface Table<T> {
  readonly columns: readonly Column<T>[];
  readonly pages: Pages<T>;
}

async function writeTable<T>(line: Write, { columns, pages }: Table<T>): Promise<number> {
  let count = 0;
  const counted = async function* (): AsyncGenerator<readonly T[], void, undefined> {
    for await (const page of pages) {
      count += page.length;
      if (count > 0) yield page;
    }
  };
  for await (const text of tableLines(columns, counted())) await line(text);
  return count;
}
