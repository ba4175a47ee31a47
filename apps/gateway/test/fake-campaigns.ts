import type { Enrollment } from '@outreach/contracts-campaigns';
import type { Backends } from '../src/clients/backends.ts';

const ULID = '01J9Z3K8Q4N5R6S7T8V9W0X1Y2';
const at = new Date('2026-01-31T09:30:00.000Z');

const enrollment: Enrollment = {
  id: `enr_${ULID}`,
  workspace_id: `ws_${ULID}`,
  campaign_id: `cmp_${ULID}`,
  sequence_id: `seq_${ULID}`,
  contact_id: `ct_${ULID}`,
  contact_email: 'maria@example.com',
  status: 'active',
  source: 'filter',
  current_step: 1,
  steps_total: 3,
  next_step: 2,
  next_send_at: at,
  last_sent_at: at,
  sent_count: 1,
  opened: false,
  replied: false,
  bounced: false,
  enrolled_at: at,
  completed_at: undefined,
  updated_at: at,
};

/** A campaigns service that answers examples. */
export const fakeCampaigns: Backends['campaigns'] = {
  listContactEnrollments: async () => ({
    enrollments: [enrollment],
    meta: { has_more: false, total_count_estimated: false },
  }),
  enrollInSequence: async (_ctx, { contact_ids: contactIds }) => ({
    enrolled_count: contactIds.length,
    skipped_count: 0,
    results: contactIds.map((contact_id) => ({
      contact_id,
      status: 'enrolled',
      enrollment_id: enrollment.id,
    })),
  }),
};
