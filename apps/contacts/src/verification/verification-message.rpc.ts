import {
  VerificationJobStatus as StatusMessage,
  type VerificationJob as JobMessage,
} from '@outreach/contracts-contacts/gen/verifications.ts';
import { processedOf, totalOf, type VerificationJob } from './verification-job.ts';

const STATUSES = {
  queued: StatusMessage.VERIFICATION_JOB_STATUS_QUEUED,
  running: StatusMessage.VERIFICATION_JOB_STATUS_RUNNING,
  completed: StatusMessage.VERIFICATION_JOB_STATUS_COMPLETED,
  canceled: StatusMessage.VERIFICATION_JOB_STATUS_CANCELED,
  failed: StatusMessage.VERIFICATION_JOB_STATUS_FAILED,
} as const;

export function toJobMessage(job: VerificationJob): JobMessage {
  return {
    id: job.id,
    status: STATUSES[job.status],
    total: totalOf(job),
    processed: processedOf(job),
    counts: { ...job.counts },
    created_at: job.created_at,
    finished_at: job.finished_at ?? undefined,
  };
}
