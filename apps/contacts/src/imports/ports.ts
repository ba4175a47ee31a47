import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { Encoding, ImportCounts, ImportJob, ImportRowError } from './import-job.ts';

/** Import jobs of the current call's workspace. */
export interface ImportStore {
  insert(job: ImportJob): Promise<void>;
  findById(id: string): Promise<ImportJob | undefined>;
  list(page: PageRequest): Promise<PageOf<ImportJob>>;
  /** Saves status, error and time of a job's end; a worker that still holds it may change it no more. */
  end(job: ImportJob): Promise<void>;
  /** Takes an erased address, and the cells beside it, out of the rows' errors. */
  scrubErrors(email: string): Promise<void>;
  /** Those whose file may still be there: they wait, or ended of late before their worker did. */
  withFiles(): Promise<readonly string[]>;
  listErrors(id: string, page: PageRequest): Promise<PageOf<ImportRowError>>;
  /**
   * Adds a chunk's rows and errors, and keeps the job for the worker; false when the job is no longer its own.
   * Part of the chunk's own unit of work.
   */
  advance(job: ImportJob, chunk: ImportChunk): Promise<boolean>;
}

export interface ImportChunk {
  readonly owner: string;
  readonly counts: ImportCounts;
  readonly errors: readonly ImportRowError[];
}

/** Jobs of all workspaces, for workers. */
export interface ImportQueue {
  /** The next job that may run, or one whose worker is gone; at most five of a workspace run at once, in their order. */
  claim(owner: string): Promise<ImportJob | undefined>;
  /** Keeps a job for its worker. */
  renew(id: string, owner: string): Promise<void>;
  /** Those of the files that a job waits for. */
  filesWaitedFor(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Lets another worker try at once. */
  giveBack(id: string, how: { readonly owner: string; readonly hasFailed: boolean }): Promise<void>;
}

export interface ByteRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Uploaded files until their job has ended. */
export interface StagedFiles {
  open(fileName: string): StagedFile;
  read(id: string): AsyncIterable<Uint8Array>;
  /** Overwrites bytes by the filler of erased rows, in their place; each range lies within characters of the encoding. */
  blank(id: string, ranges: readonly ByteRange[], encoding: Encoding): Promise<void>;
  remove(id: string): Promise<void>;
  /** Files of before `moment`, some at a time. */
  before(moment: Date): Promise<readonly string[]>;
}

export interface StagedFile {
  readonly id: string;
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}
