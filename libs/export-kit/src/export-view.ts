import type { ExportRecord } from '@outreach/contracts-common/export';
import type { Export as ExportMessage } from '@outreach/contracts-common/gen/exports.ts';
import { progressOf, statusAt, type ExportJob, type ExportKind } from './export-job.ts';
import type { ExportLinks } from './ports.ts';

export interface ViewOptions {
  readonly kind: ExportKind;
  readonly links: ExportLinks;
  readonly at: Date;
}

/** The public record of a job at a time. */
export function toExportRecord(job: ExportJob, { kind, links, at }: ViewOptions): ExportRecord {
  const status = statusAt(job, at);
  const hasEnded = status !== 'queued' && status !== 'processing';
  const { id, format, expires_at, error } = job;
  return {
    id,
    type: kind,
    status,
    format,
    row_count: hasEnded ? job.row_count : null,
    progress: progressOf(job),
    download_url: status === 'completed' && expires_at !== null ? links.urlOf(id, expires_at) : null,
    expires_at: expires_at?.toISOString() ?? null,
    error,
  };
}

/** The record as a message; null fields are absent. */
export function toExportMessage(job: ExportJob, options: ViewOptions): ExportMessage {
  const { row_count, download_url, expires_at: _expiresAt, error, ...record } = toExportRecord(job, options);
  return {
    ...record,
    row_count: row_count ?? undefined,
    download_url: download_url ?? undefined,
    expires_at: job.expires_at ?? undefined,
    error: error ?? undefined,
  };
}
