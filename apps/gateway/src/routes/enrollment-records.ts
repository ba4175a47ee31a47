import {
  ENROLL_CONTACTS_MAX,
  EnrollmentRecord,
  EnrollOutcome,
} from '@outreach/contracts-campaigns/enrollment';
import type { EnrollmentOutcome } from '@outreach/contracts-campaigns/gen/enrollments.ts';
import { resultsOf } from '@outreach/contracts-common';
import { z } from 'zod';
import { EXAMPLE_TIME, EXAMPLE_ULID } from './route.ts';

const ID_LENGTH_MAX = 100;

export const Enrollment = EnrollmentRecord.meta({ id: 'Enrollment' });

export const Enrolled = z
  .object({
    enrolled_count: z.int().nonnegative(),
    skipped_count: z.int().nonnegative(),
    results: resultsOf(
      z.object({
        contact_id: z.string(),
        status: EnrollOutcome,
        enrollment_id: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'EnrollResult' });

/** The contacts of a request. A malformed id has the outcome of an unknown id. */
export const contactIds = z.array(z.string().min(1).max(ID_LENGTH_MAX)).min(1).max(ENROLL_CONTACTS_MAX);

export const enrollmentExample: z.input<typeof Enrollment> = {
  id: `enr_${EXAMPLE_ULID}`,
  workspace_id: `ws_${EXAMPLE_ULID}`,
  campaign_id: `cmp_${EXAMPLE_ULID}`,
  sequence_id: `seq_${EXAMPLE_ULID}`,
  contact_id: `ct_${EXAMPLE_ULID}`,
  contact_email: 'maria@example.com',
  status: 'active',
  stop_reason: null,
  source: 'filter',
  current_step: 1,
  steps_total: 3,
  next_step: 2,
  next_send_at: EXAMPLE_TIME,
  last_sent_at: EXAMPLE_TIME,
  sending_account_id: `acc_${EXAMPLE_ULID}`,
  sent_count: 1,
  opened: true,
  replied: false,
  bounced: false,
  enrolled_at: EXAMPLE_TIME,
  completed_at: null,
  updated_at: EXAMPLE_TIME,
};

export const enrolledExample: z.output<typeof Enrolled> = {
  enrolled_count: 1,
  skipped_count: 0,
  results: [
    { contact_id: enrollmentExample.contact_id, status: 'enrolled', enrollment_id: enrollmentExample.id },
  ],
};

interface EnrollReply {
  readonly enrolled_count: number;
  readonly skipped_count: number;
  readonly results: readonly EnrollmentOutcome[];
}

export function toEnrolled({ results, ...counts }: EnrollReply): z.output<typeof Enrolled> {
  return {
    ...counts,
    results: results.map(({ contact_id, status, enrollment_id = null }) => ({
      contact_id,
      status,
      enrollment_id,
    })),
  };
}
