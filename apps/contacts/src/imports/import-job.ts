import type { ImportJobRecord } from '@outreach/contracts-contacts';
import { invalidField } from '@outreach/errors';
import type { Transform } from './field-mappings/apply-transform.ts';
import type { DedupBehavior } from '../contact-records/dedup.ts';

export type ImportStatus = ImportJobRecord['status'];

export const ENDED: ReadonlySet<ImportStatus> = new Set([
  'completed',
  'completed_with_errors',
  'failed',
  'canceled',
]);

/** Rows of one file, the header not among them (api.md, Limits). */
export const ROWS_MAX = 500_000;

export function tooManyRows(field: string): Error {
  return invalidField(field, `Must have at most ${ROWS_MAX} rows.`);
}

/** How the file is read; found out when it was uploaded. */
export interface FileShape {
  readonly encoding: Encoding;
  readonly separator: string;
  readonly hasHeader: boolean;
  /** Names of the columns; empty without a header. */
  readonly columns: readonly string[];
  /** What each column goes to; null leaves it out. */
  readonly targets: readonly (string | null)[];
  /** What is made of each column's cells; absent in jobs of before there were mappings. */
  readonly transforms?: readonly Transform[];
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';

/** What became of the rows so far. */
export interface ImportCounts {
  readonly processed_rows: number;
  readonly created_count: number;
  readonly updated_count: number;
  readonly unchanged_count: number;
  readonly skipped_count: number;
  readonly suppressed_count: number;
  readonly conflict_count: number;
  readonly error_count: number;
}

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
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly created_at: Date;
  readonly error: string | null;
  /** How often a worker gave it up. */
  readonly failures: number;
}

/** Why a row made no change; the code is of the closed list of decisions §5. */
export interface ImportRowError {
  readonly row_number: number;
  readonly column: string | null;
  readonly email: string | null;
  readonly code: ImportErrorCode;
  readonly message: string;
  readonly raw: readonly string[];
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

/** What the outside sees of a job. */
export function toJobRecord(job: ImportJob): ImportJobRecord {
  const { agency_id, file_id, shape, failures, ...visible } = job;
  return {
    ...visible,
    default_tags: [...job.default_tags],
    progress: progressOf(job),
    started_at: job.started_at?.toISOString() ?? null,
    finished_at: job.finished_at?.toISOString() ?? null,
    created_at: job.created_at.toISOString(),
  };
}

/** From 0 to 1; an empty file is done at once. */
export function progressOf({ total_rows, processed_rows, status }: ImportJob): number {
  if (total_rows > 0) return Math.min(processed_rows / total_rows, 1);
  return ENDED.has(status) ? 1 : 0;
}
