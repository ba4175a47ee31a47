import type { exportSchema } from '@outreach/contracts-campaigns/export';
import type { z } from 'zod';
import { progressOf, statusAt, type ExportJob } from './export-job.ts';
import type { ExportLinks } from './ports.ts';

export type ExportRecord = z.input<typeof exportSchema>;

/** The public record of a job at a time. */
export function toExportRecord(job: ExportJob, at: Date, links: ExportLinks): ExportRecord {
  const status = statusAt(job, at);
  const hasEnded = status !== 'queued' && status !== 'processing';
  const { expiresAt } = job;
  return {
    id: job.id,
    type: 'sends',
    status,
    format: job.format,
    row_count: hasEnded ? job.rowCount : null,
    progress: progressOf(job),
    download_url: status === 'completed' && expiresAt !== null ? links.urlOf(job.id, expiresAt) : null,
    expires_at: expiresAt?.toISOString() ?? null,
    error: job.error,
  };
}
