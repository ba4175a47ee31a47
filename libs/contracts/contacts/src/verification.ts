import { enumOf, recordFields } from '@outreach/contracts-common';
import { defineStates } from '@outreach/values';
import { z } from 'zod';

/** Limit for the contacts that one request names. */
export const VERIFICATION_CONTACTS_MAX = 10_000;

/** The results of a verification; `unknown` changes nothing. */
export const VERIFICATION_RESULTS = ['valid', 'risky', 'catch_all', 'invalid', 'unknown'] as const;

export const VERIFICATION_JOB_STATUSES = ['queued', 'running', 'completed', 'canceled', 'failed'] as const;

/**
 * The states of a verification job. It starts as queued. A job whose worker was killed stays in running, and another
 * worker starts it again.
 */
export const verificationStates = defineStates(VERIFICATION_JOB_STATUSES, {
  start: { queued: 'running', running: 'running' },
  complete: { running: 'completed' },
  fail: { queued: 'failed', running: 'failed' },
  cancel: { queued: 'canceled', running: 'canceled' },
});

const count = z.int().nonnegative();

/** A verification job in REST replies. */
export const VerificationJobRecord = z.object({
  id: recordFields.id,
  status: enumOf(VERIFICATION_JOB_STATUSES),
  total: count.describe('Number of contacts. That of a segment changes while the job runs.'),
  processed: count.describe('Number of contacts processed so far.'),
  counts: z
    .object({
      valid: count,
      risky: count,
      catch_all: count,
      invalid: count,
      unknown: count.describe('Contacts without a result, for example after a failure of DNS or a deletion.'),
    })
    .describe('Number of processed contacts by result.'),
  created_at: recordFields.created_at,
  finished_at: z.iso.datetime().nullable(),
});

export type VerificationJobRecord = z.infer<typeof VerificationJobRecord>;
