import type { ImportJob as JobMessage } from '@outreach/contracts-contacts/gen/imports.ts';
import { withoutNull } from '@outreach/values';
import { progressOf, type ImportJob } from './import-job.ts';

export function toJobMessage(job: ImportJob): JobMessage {
  const { agency_id, file_id, shape, trigger_verification, failures, version, ...visible } = job;
  return { ...withoutNull(visible), default_tags: [...job.default_tags], progress: progressOf(job) };
}
