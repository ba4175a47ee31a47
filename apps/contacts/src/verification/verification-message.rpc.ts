import type { VerificationJob as JobMessage } from '@outreach/contracts-contacts/gen/verifications.ts';
import { processedOf, totalOf, type VerificationJob } from './verification-job.ts';

export function toJobMessage(job: VerificationJob): JobMessage {
  return {
    id: job.id,
    status: job.status,
    total: totalOf(job),
    processed: processedOf(job),
    counts: { ...job.counts },
    created_at: job.created_at,
    finished_at: job.finished_at ?? undefined,
  };
}
