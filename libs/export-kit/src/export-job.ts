import type { EXPORT_KINDS, EXPORT_STATUSES } from '@outreach/contracts-common/export';
import type { ExportFormat } from './rows.ts';

/** A file is kept, and its link is valid, for this time. */
export const KEPT_MS = 24 * 60 * 60 * 1_000;

/** What is exported. */
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** The request of a job as its service stores it. */
export type ExportContent = Readonly<Record<string, unknown>>;

export interface ExportJob {
  readonly id: string;
  readonly workspace_id: string;
  readonly content: ExportContent;
  readonly format: ExportFormat;
  readonly status: (typeof EXPORT_STATUSES)[number];
  /** The number of records when the job started; 0 until then. */
  readonly total: number;
  /** Records in the file so far. */
  readonly row_count: number;
  /** The file that a worker has begun; complete if the status is `completed`, null after its expiry. */
  readonly file_id: string | null;
  readonly error: string | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly version: number;
}

/** The status as callers see it: an expired file is gone at its time, whenever it is deleted. */
export function statusAt({ status, expires_at }: ExportJob, at: Date): ExportJob['status'] {
  return status === 'completed' && expires_at !== null && expires_at <= at ? 'expired' : status;
}

/** Records can be added while the job runs. */
export function progressOf({ status, row_count, total }: ExportJob): number {
  if (status === 'completed' || status === 'expired') return 1;
  return total === 0 ? 0 : Math.min(row_count / total, 1);
}
