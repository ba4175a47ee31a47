import type { EXPORT_STATUSES } from '@outreach/contracts-campaigns/export';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A campaign with more emails is exported in the background. */
export const DIRECT_SENDS_MAX = 10_000;
/** A file is kept, and its link is valid, for this time. */
export const KEPT_MS = 24 * 60 * 60 * 1_000;

export interface ExportContent {
  readonly campaignId: string;
  readonly format: ExportFormat;
  /** True for a column with the events of each email. */
  readonly includeEvents: boolean;
}

export interface ExportJob extends ExportContent {
  readonly id: string;
  readonly workspaceId: string;
  readonly status: (typeof EXPORT_STATUSES)[number];
  /** The number of emails when the job was created. */
  readonly total: number;
  /** Emails in the file so far. */
  readonly rowCount: number;
  /** The file; null until the job has ended, and after its expiry. */
  readonly fileId: string | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly version: number;
}

/** The status as callers see it: an expired file is gone at its time, whenever it is deleted. */
export function statusAt({ status, expiresAt }: ExportJob, at: Date): ExportJob['status'] {
  return status === 'completed' && expiresAt !== null && expiresAt <= at ? 'expired' : status;
}

/** Emails can be added while the job runs. */
export function progressOf({ status, rowCount, total }: ExportJob): number {
  if (status === 'completed' || status === 'expired') return 1;
  return total === 0 ? 0 : Math.min(rowCount / total, 1);
}
