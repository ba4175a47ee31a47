import type { PersonalPage } from '@outreach/contracts-common/personal-data';
import type { EventSink } from '@outreach/event-schema';
import type { Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { CustomFieldReader } from '../custom-fields/index.ts';
import type { FieldMapping } from './field-mappings/field-mapping.ts';
import type { Encoding, ImportCounts, ImportJob, ImportRowError } from './import-job.ts';
import type { ImportPosition, RowRange } from './import-lane.ts';

/** Import jobs of the current call's workspace. */
export interface ImportStore {
  insert(job: ImportJob): Promise<void>;
  findById(id: string): Promise<ImportJob | undefined>;
  /** Where the worker continues that holds the claim. */
  position(id: string): Promise<ImportPosition>;
  list(page: PageRequest): Promise<PageOf<ImportJob>>;
  /** Stores the end of a job and ends the claim of its worker, which cannot change the job from then on. */
  end(job: ImportJob): Promise<void>;
  /** A page of all row errors with an address. */
  errorsOf(email: string, after: string): Promise<PersonalPage>;
  /** Removes an erased address and the raw cells from the row errors. */
  scrubErrors(emailSha256: string): Promise<void>;
  /** Ids of jobs whose file may exist: unfinished jobs, and recently failed or canceled jobs. */
  withFiles(): Promise<readonly string[]>;
  /** In the order of the rows. While a chunk before them is not committed, later errors are left out. */
  listErrors(id: string, page: PageRequest): Promise<PageOf<ImportRowError>>;
  /** Adds the counts and errors of a chunk, in its unit of work. False when the claim was lost. */
  advance(job: ImportJob, chunk: ImportChunk): Promise<boolean>;
}

export interface ImportChunk {
  /** Token of the worker's claim. */
  readonly token: string;
  readonly counts: ImportCounts;
  readonly errors: readonly ImportRowError[];
  /** Its rows and its lane; absent for a change without rows. */
  readonly place?: RowRange & { readonly lane: number };
}

/** Jobs of all workspaces. */
export interface ImportFiles {
  /** The ids of files that an unfinished job needs. */
  filesInUse(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface ByteRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Uploaded files, stored until their job ends. */
export interface StagedFiles {
  open(fileName: string): StagedFile;
  read(id: string): AsyncIterable<Uint8Array>;
  /** Overwrites byte ranges with the filler character; each range consists of whole characters of the encoding. */
  blank(id: string, ranges: readonly ByteRange[], encoding: Encoding): Promise<void>;
  /** Deleting a deleted file does nothing. */
  remove(id: string): Promise<void>;
  /** Some files that were uploaded before a time, files of incomplete uploads included. */
  uploadedBefore(at: Date): Promise<readonly string[]>;
}

/** A file during its upload. */
export interface StagedFile {
  readonly id: string;
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Erased addresses of imports of the current call's workspace whose file may exist. */
export interface ImportErasures {
  /** Runs in the unit of work of the erasure: imports take no row with this address from then on. */
  add(digest: string): Promise<void>;
  /** SHA-256 digests of erased addresses; undefined for an import without any. */
  of(importId: string): Promise<ReadonlySet<string> | undefined>;
}

/** The stored fields of a file that contains erased addresses. */
export interface ScrubFields {
  /** SHA-256 digests whose rows are not blanked yet. Empty when the entry only waits for the end of the import. */
  readonly pending: readonly string[];
}

/** Files of all workspaces that contain erased addresses. */
export interface FileScrubs {
  /** Removes blanked digests from the pending ones, in the caller's unit of work. */
  scrubbed(importId: string, digests: readonly string[]): Promise<void>;
}

/** The field mappings of the current call's workspace. */
export interface FieldMappingStore {
  findById(id: string): Promise<FieldMapping | undefined>;
  list(page: PageRequest): Promise<PageOf<FieldMapping>>;
  insert(mapping: FieldMapping): Promise<void>;
  save(mapping: FieldMapping): Promise<void>;
  remove(id: string): Promise<void>;
}

/** The ports of the methods. */
export interface ImportPorts {
  readonly imports: ImportStore;
  readonly stagedFiles: StagedFiles;
  readonly fieldMappings: FieldMappingStore;
  readonly customFields: CustomFieldReader;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: NewId;
}
