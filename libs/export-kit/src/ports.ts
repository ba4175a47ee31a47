import type { ExportContent, ExportJob } from './export-job.ts';
import type { ExportFormat, ExportRow } from './rows.ts';

/** The records of an export, in an order that changes of the records keep. */
export interface ExportSource {
  /** The number of records; 0 if counting takes too long. */
  readonly total: number;
  /** The columns of CSV. */
  readonly columns: readonly string[];
  /** `after` is the position of the previous page; empty to start. */
  read(after: string): Promise<ExportPage>;
}

export interface ExportPage {
  readonly records: readonly ExportRow[];
  /** Undefined on the last page. */
  readonly after: string | undefined;
}

/** A condition on fields of the content, for example `{'content.campaign_id': 'cmp_…'}`. */
export type ContentFilter = Readonly<Record<`content.${string}`, unknown>>;

/** Jobs of the current call's workspace. */
export interface ExportStore {
  find(id: string): Promise<ExportJob | undefined>;
  /** The job with this content and format that has not ended. */
  findOpen(content: ExportContent, format: ExportFormat): Promise<ExportJob | undefined>;
  /**
   * Part of a transaction that may insert a job: the number of jobs that have not ended, counted up to a limit. Concurrent
   * transactions that count run one after another.
   */
  countOpen(limit: number): Promise<number>;
  /** Part of a transaction: the job starts after the commit. */
  insert(job: ExportJob): Promise<void>;
  /**
   * Part of a transaction: the files with this content expire now, and running jobs start again. A file of an erased
   * contact is deleted within a minute.
   */
  expire(content: ContentFilter): Promise<void>;
}

/** Jobs of all workspaces. */
export interface ExportArchive {
  find(id: string): Promise<ExportJob | undefined>;
  /** Jobs whose files have expired, at most `limit`. */
  findExpired(at: Date, limit: number): Promise<readonly ExportJob[]>;
  /** Marks a job whose file is deleted. */
  markExpired(id: string): Promise<void>;
}

/** A file that is being written. */
export interface OpenFile {
  readonly id: string;
  write(text: string): Promise<void>;
  close(): Promise<void>;
  /** Ends the writing, and deletes what is written. */
  abort(): Promise<void>;
}

export interface ExportFiles {
  create(name: string): OpenFile;
  /** At most `length` bytes from an offset. */
  read(id: string, range: { readonly offset: number; readonly length: number }): Promise<FilePart>;
  /** Deletes a file, also one that was not closed. */
  remove(id: string): Promise<void>;
}

export interface FilePart {
  readonly content: Buffer;
  readonly is_last: boolean;
  /** Size of the whole file. */
  readonly byte_count: number;
}

/** Links to files, which need no other credential. */
export interface ExportLinks {
  /** The address of the file, valid until a time. */
  urlOf(id: string, expiresAt: Date): string;
  isValid(link: ExportLink): boolean;
}

export interface ExportLink {
  readonly id: string;
  /** Seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
}
