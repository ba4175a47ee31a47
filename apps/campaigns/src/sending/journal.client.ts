import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { thrownText } from '@outreach/errors';
import { beginRecord, isJournalRecord, type DeadJournal, type JournalRecord } from './journal-record.ts';
import type { SendJournal } from './ports.ts';

/** A new file is begun after this size and this time, so that settled files can be deleted. */
const FILE_BYTES_MAX = 8 * 1_024 * 1_024;
const FILE_MS_MAX = 60_000;
const SUFFIX = '.journal';
const START_TIME_FIELD = 19;

export interface JournalOptions {
  readonly folder: string;
  /** Distinguishes the journals of this process. */
  readonly instance: string;
  readonly bytesMax?: number;
  /** The time in ms; the clock of the system by default. */
  readonly now?: () => number;
  /** Returns the number of written bytes; `writeSync` by default. */
  readonly write?: (descriptor: number, text: string) => number;
}

export interface OpenJournal extends SendJournal {
  /** True for a send whose claim is recorded and not settled. */
  isOpen(sendId: string): boolean;
  /** Deletes the files that no send needs. */
  close(): void;
}

interface JournalFile {
  readonly path: string;
  readonly descriptor: number;
  /** Time from which the next file is written. */
  readonly untilMs: number;
  bytes: number;
  /** Claims of this file that are not settled. */
  openCount: number;
}

/**
 * Appends to files in a local folder. A write is in the page cache when it returns: it survives the death of the process,
 * and not that of the machine. A record that is written in part, on a full disk, is refused. Files are deleted from the oldest on, when all of their claims are settled.
 */
export function createJournal(options: JournalOptions): OpenJournal {
  const files = new JournalFiles(options);
  const fileOf = new Map<string, JournalFile>();
  const settleOne = (id: string): void => {
    const file = fileOf.get(id);
    if (file === undefined) return;
    file.openCount -= 1;
    fileOf.delete(id);
  };
  return {
    claim: (token, sends) => {
      const ids = sends.map(({ id, workspace_id: workspaceId }) => [id, workspaceId] as const);
      const file = files.append({ kind: 'claim', token, sends: ids });
      for (const { id } of sends) {
        settleOne(id);
        fileOf.set(id, file);
        file.openCount += 1;
      }
    },
    begin: (dialog) => void files.append(beginRecord(dialog)),
    end: ({ id, token }, { reply, at }) =>
      void files.append({ kind: 'end', id, token, reply, atMs: at.getTime() }),
    settle: (sendIds) => {
      for (const id of sendIds) settleOne(id);
      files.deleteSettled(1);
      files.clearSettled();
    },
    isOpen: (id) => fileOf.has(id),
    close: () => files.deleteSettled(0),
  };
}

/** The files of this process, the oldest first; the last one is written. */
class JournalFiles {
  readonly #folder: string;
  readonly #prefix: string;
  readonly #bytesMax: number;
  readonly #now: () => number;
  readonly #write: (descriptor: number, text: string) => number;
  readonly #files: JournalFile[] = [];
  #count = 0;

  constructor({
    folder,
    instance,
    bytesMax = FILE_BYTES_MAX,
    now = Date.now,
    write = writeSync,
  }: JournalOptions) {
    this.#now = now;
    this.#folder = folder;
    this.#prefix = `${ownProcess()}.${instance}`;
    this.#bytesMax = bytesMax;
    this.#write = write;
  }

  append(record: JournalRecord): JournalFile {
    const last = this.#files.at(-1);
    const isFull = last === undefined || last.bytes >= this.#bytesMax || this.#now() >= last.untilMs;
    const file = isFull ? this.#rotate() : last;
    file.bytes += this.#writeLine(file, `${JSON.stringify(record)}\n`);
    return file;
  }

  /** Empties the current file when all of its claims are settled: it has the addresses of contacts. */
  clearSettled(): void {
    const last = this.#files.at(-1);
    if (last === undefined || last.openCount > 0 || last.bytes === 0) return;
    ftruncateSync(last.descriptor);
    last.bytes = 0;
  }

  /** After a line without its end, the next record begins a new file. @throws Error if the line is written in part. */
  #writeLine(file: JournalFile, line: string): number {
    const bytes = Buffer.byteLength(line);
    const written = this.#write(file.descriptor, line);
    if (written === bytes) return bytes;
    file.bytes = this.#bytesMax;
    throw new Error(`The journal was written in part: ${written} of ${bytes} bytes.`);
  }

  deleteSettled(keptCount: number): void {
    while (this.#files.length > keptCount && this.#files[0]?.openCount === 0) {
      const file = this.#files.shift();
      if (file === undefined) return;
      closeSync(file.descriptor);
      rmSync(file.path, { force: true });
    }
  }

  #rotate(): JournalFile {
    this.#count += 1;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, `${this.#prefix}.${this.#count}${SUFFIX}`);
    const untilMs = this.#now() + FILE_MS_MAX;
    const file = { path, descriptor: openSync(path, 'a', 0o600), untilMs, bytes: 0, openCount: 0 };
    this.#files.push(file);
    this.deleteSettled(1);
    return file;
  }
}

/** The journals of dead processes of this machine. */
export function readDeadJournals(folder: string, isAlive = isProcessAlive): readonly DeadJournal[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith(SUFFIX));
  const byProcess = Map.groupBy(files, (name) =>
    name.slice(0, name.lastIndexOf('.', name.length - SUFFIX.length - 1)),
  );
  return [...byProcess]
    .filter(([prefix]) => prefix.startsWith(`${hostName()}.`) && !isAlive(prefix))
    .map(([, names]) => {
      const paths = names
        .toSorted((one, other) => numberOf(one) - numberOf(other))
        .map((name) => join(folder, name));
      return {
        records: paths.flatMap(readRecords),
        remove: () => {
          for (const path of paths) rmSync(path, { force: true });
        },
      };
    });
}

function numberOf(name: string): number {
  return Number(name.slice(0, -SUFFIX.length).split('.').at(-1));
}

/** The last line may be incomplete. */
function readRecords(path: string): readonly JournalRecord[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const record = parseLine(line);
      return isJournalRecord(record) ? [record] : [];
    });
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function hostName(): string {
  return hostname().replaceAll(/[^A-Za-z0-9-]/g, '-');
}

/** `<host>.<pid>.<start time>`: the start time distinguishes processes that have had the same id. */
function ownProcess(): string {
  return `${hostName()}.${process.pid}.${startTimeOf(process.pid)}`;
}

function isProcessAlive(prefix: string): boolean {
  const [, pid, startTime] = prefix.split('.');
  try {
    process.kill(Number(pid), 0);
  } catch (thrown) {
    if (thrownText(thrown, 'code') === 'ESRCH') return false;
  }
  return startTimeOf(Number(pid)) === startTime;
}

/** In ticks since the machine started; `0` where the system has no /proc. */
function startTimeOf(pid: number): string {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[START_TIME_FIELD] ?? '0';
  } catch {
    return '0';
  }
}
