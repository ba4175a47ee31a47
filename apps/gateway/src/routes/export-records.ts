import { recordOf } from '@outreach/contracts-common';
import { exportSchema } from '@outreach/contracts-common/export';
import type { Export as ExportMessage } from '@outreach/contracts-common/gen/exports.ts';
import { z } from 'zod';
import { EXAMPLE_TIME, EXAMPLE_ULID } from './route.ts';

export const CSV_TYPE = 'text/csv; charset=utf-8';
export const JSON_LINES_TYPE = 'application/x-ndjson; charset=utf-8';
const CONTENT_TYPES: Readonly<Record<string, string>> = { csv: CSV_TYPE, jsonl: JSON_LINES_TYPE };

export const ExportJob = exportSchema.meta({ id: 'Export' });
export const StartedExport = z
  .object({ job_id: z.string(), status: exportSchema.shape.status, poll_url: z.string() })
  .meta({ id: 'StartedExport' });

const jobId = `exp_${EXAMPLE_ULID}`;

export const exportExample: z.input<typeof ExportJob> = {
  id: jobId,
  type: 'sends',
  status: 'completed',
  format: 'csv',
  row_count: 25_000,
  progress: 1,
  download_url: `https://api.example.com/api/v1/exports/${jobId}/download/?expires=1769940000&signature=…`,
  expires_at: EXAMPLE_TIME,
  error: null,
};
export const startedExample: z.input<typeof StartedExport> = {
  job_id: jobId,
  status: 'queued',
  poll_url: `/api/v1/exports/${jobId}/`,
};

export function contentHeaders(name: string, format: string): Record<string, string> {
  return {
    'Content-Type': CONTENT_TYPES[format] ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
  };
}

export function toExportJob(message: ExportMessage): z.output<typeof ExportJob> {
  return ExportJob.parse(recordOf(message));
}

export function toStartedExport(message: ExportMessage): z.output<typeof StartedExport> {
  const { id: job_id, status } = toExportJob(message);
  return { job_id, status, poll_url: `/api/v1/exports/${job_id}/` };
}
