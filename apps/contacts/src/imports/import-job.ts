import { importStates, type IMPORT_STATUSES } from '@outreach/contracts-contacts';
import type { ImportJobRecord } from '@outreach/contracts-contacts/events';
import { invalidField } from '@outreach/errors';
import type { DedupBehavior } from '../contact-model/index.ts';
import type { Transform } from './field-mappings/apply-transform.ts';

export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Limit for the rows of a file, without the header. */
export const ROWS_MAX = 500_000;

export function tooManyRows(field: string): Error {
  return invalidField(field, `${field} must have at most ${ROWS_MAX} rows.`);
}

/** The format of a file, detected during its upload. */
export interface FileShape {
  readonly encoding: Encoding;
  readonly separator: string;
  readonly hasHeader: boolean;
  /** Names of the columns; empty without a header. */
  readonly columns: readonly string[];
  /** The contact field of each column; null for an ignored column. */
  readonly targets: readonly (string | null)[];
  /** The transform of each column; absent without a field mapping. */
  readonly transforms?: readonly Transform[];
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';

/** The counts of the processed rows by their outcomes. */
export const IMPORT_COUNTERS = [
  'processed_rows',
  'created_count',
  'updated_count',
  'unchanged_count',
  'skipped_count',
  'suppressed_count',
  'conflict_count',
  'error_count',
] as const;

export type ImportCounts = Readonly<Record<(typeof IMPORT_COUNTERS)[number], number>>;

export const NO_COUNTS: ImportCounts = {
  processed_rows: 0,
  created_count: 0,
  updated_count: 0,
  unchanged_count: 0,
  skipped_count: 0,
  suppressed_count: 0,
  conflict_count: 0,
  error_count: 0,
};

export interface ImportJob extends ImportCounts {
  readonly id: string;
  readonly workspace_id: string;
  readonly agency_id: string;
  readonly file_name: string;
  readonly file_id: string;
  readonly shape: FileShape;
  readonly field_mapping_id: string | null;
  readonly status: ImportStatus;
  readonly total_rows: number;
  readonly dedup_behavior: DedupBehavior;
  readonly default_tags: readonly string[];
  /** True to verify the addresses of the contacts after the import. */
  readonly trigger_verification: boolean;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly created_at: Date;
  readonly error: string | null;
  /** Failed attempts since the last progress. */
  readonly failures: number;
  /** Incremented by each stored change, from 1. */
  readonly version: number;
}

/** The stored attempts of a job. */
export type ImportAttempts = Pick<ImportJob, 'failures'>;

/** The reason why a row was not imported. */
export interface ImportRowError {
  readonly row_number: number;
  readonly column: string | null;
  readonly email: string | null;
  readonly code: ImportErrorCode;
  readonly message: string;
  readonly raw: readonly string[];
  /** True when `raw` was cut at its limit. */
  readonly raw_truncated: boolean;
}

export type ImportErrorCode =
  | 'missing_email'
  | 'invalid_email'
  | 'duplicate_in_file'
  | 'suppressed'
  | 'assigned_to_other_client'
  | 'invalid_value'
  | 'too_long'
  | 'column_count_mismatch'
  | 'encoding_error';

/** The public record of a job. */
export function toJobRecord(job: ImportJob): ImportJobRecord {
  const { agency_id, file_id, shape, trigger_verification, failures, version, ...visible } = job;
  return {
    ...visible,
    default_tags: [...job.default_tags],
    progress: progressOf(job),
    started_at: job.started_at?.toISOString() ?? null,
    finished_at: job.finished_at?.toISOString() ?? null,
    created_at: job.created_at.toISOString(),
  };
}

/** From 0 to 1; 1 for an empty file whose job has ended. */
export function progressOf({ total_rows, processed_rows, status }: ImportJob): number {
  if (total_rows > 0) return Math.min(processed_rows / total_rows, 1);
  return importStates.isEnd(status) ? 1 : 0;
}
