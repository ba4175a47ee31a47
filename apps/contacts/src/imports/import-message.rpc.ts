import type { ImportJob as JobMessage } from '@outreach/contracts-contacts/gen/imports.ts';
import { progressOf, type ImportJob } from './import-job.ts';

export function toJobMessage(job: ImportJob): JobMessage {
  const { agency_id, file_id, shape, trigger_verification, failures, version, ...visible } = job;
  return {
    ...visible,
    default_tags: [...job.default_tags],
    progress: progressOf(job),
    field_mapping_id: job.field_mapping_id ?? undefined,
    started_at: job.started_at ?? undefined,
    finished_at: job.finished_at ?? undefined,
    error: job.error ?? undefined,
  };
}
