import { enumOf, recordFields, recordOf } from '@outreach/contracts-common';
import { z } from 'zod';
import type { Enrollment as EnrollmentMessage } from './gen/enrollments.ts';
import { ENROLLMENT_SOURCES, STOP_REASONS } from './records.ts';

/** The statuses of an enrollment. */
export const ENROLLMENT_STATUSES = ['pending', 'active', 'paused', 'completed', 'stopped'] as const;

/** Maximum number of contacts of one request. */
export const ENROLL_CONTACTS_MAX = 1_000;

/** The outcomes for one contact of a request. */
const ENROLL_OUTCOMES = [
  'enrolled',
  'already_enrolled',
  'suppressed',
  'not_found',
  'filter_mismatch',
  'unsendable',
] as const;

export type EnrollmentStatus = (typeof ENROLLMENT_STATUSES)[number];

const timeOrNull = z.iso.datetime().nullable();
const count = z.int().nonnegative();

export const EnrollOutcome = enumOf(ENROLL_OUTCOMES);

/** An enrollment as the REST API returns it. */
export const EnrollmentRecord = z.object({
  id: recordFields.id,
  workspace_id: recordFields.workspace_id,
  campaign_id: recordFields.campaign_id,
  sequence_id: z.string(),
  contact_id: recordFields.contact_id,
  /** Null once the contact has been erased. */
  contact_email: z.string().nullable(),
  status: enumOf(ENROLLMENT_STATUSES),
  stop_reason: enumOf(STOP_REASONS).nullable().describe('The reason for the status `stopped`.'),
  source: enumOf(ENROLLMENT_SOURCES),
  /** Number of the last sent step; 0 before the first. */
  current_step: count.describe('The step of the last email.'),
  steps_total: count,
  next_step: count.nullable(),
  next_send_at: timeOrNull.describe('Planned time of the next email.'),
  last_sent_at: timeOrNull,
  sending_account_id: z.string().nullable().describe('Id of the sending account.'),
  sent_count: count.describe('Number of emails sent.'),
  opened: z.boolean(),
  replied: z.boolean(),
  bounced: z.boolean(),
  enrolled_at: z.iso.datetime(),
  completed_at: timeOrNull,
  updated_at: recordFields.updated_at,
});

export type EnrollmentRecord = z.infer<typeof EnrollmentRecord>;

/** The record of an RPC message. @throws Error when a required time is absent. */
export function toEnrollmentRecord(enrollment: EnrollmentMessage): EnrollmentRecord {
  return recordOf(enrollment, 'enrolled_at', 'updated_at');
}
