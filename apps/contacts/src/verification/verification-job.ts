import type {
  VERIFICATION_JOB_STATUSES,
  VERIFICATION_RESULTS,
} from '@outreach/contracts-contacts/verification';

export type VerificationResult = (typeof VERIFICATION_RESULTS)[number];

/** The number of processed contacts by result. */
export type ResultCounts = Readonly<Record<VerificationResult, number>>;

export const NO_RESULTS: ResultCounts = { valid: 0, risky: 0, catch_all: 0, invalid: 0, unknown: 0 };

/** A verification job with one source of contacts: a list of ids, or a segment. */
export interface VerificationJob {
  readonly id: string;
  readonly workspace_id: string;
  readonly status: (typeof VERIFICATION_JOB_STATUSES)[number];
  /** The id of the job or of an import. */
  readonly list_id: string | null;
  readonly segment_id: string | null;
  readonly total: number;
  readonly counts: ResultCounts;
  /** The contacts before it are processed; null before the first page. */
  readonly position: string | null;
  /** Failed attempts since the last progress. */
  readonly failures: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** Every processed contact has one result. */
export function processedOf({ counts }: Pick<VerificationJob, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The total of a job. A segment may grow while its job runs. */
export function totalOf(job: VerificationJob): number {
  const processed = processedOf(job);
  return job.status === 'completed' ? processed : Math.max(job.total, processed);
}
