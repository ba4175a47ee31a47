import {
  ImportStatus as StatusMessage,
  type ImportJob as JobMessage,
} from '@outreach/contracts-contacts/gen/imports.ts';
import { toDedupMessage } from '../contact-model/index.ts';
import { progressOf, type ImportJob } from './import-job.ts';

const STATUSES = {
  queued: StatusMessage.IMPORT_STATUS_QUEUED,
  processing: StatusMessage.IMPORT_STATUS_PROCESSING,
  completed: StatusMessage.IMPORT_STATUS_COMPLETED,
  completed_with_errors: StatusMessage.IMPORT_STATUS_COMPLETED_WITH_ERRORS,
  failed: StatusMessage.IMPORT_STATUS_FAILED,
  canceled: StatusMessage.IMPORT_STATUS_CANCELED,
} as const;

export function toJobMessage(job: ImportJob): JobMessage {
  const { agency_id, file_id, shape, trigger_verification, failures, version, ...visible } = job;
  return {
    ...visible,
    status: STATUSES[job.status],
    dedup_behavior: toDedupMessage(job.dedup_behavior),
    default_tags: [...job.default_tags],
    progress: progressOf(job),
    field_mapping_id: job.field_mapping_id ?? undefined,
    started_at: job.started_at ?? undefined,
    finished_at: job.finished_at ?? undefined,
    error: job.error ?? undefined,
  };
}
