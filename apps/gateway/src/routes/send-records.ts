import { SendRecord } from '@outreach/contracts-campaigns/send';
import type { z } from 'zod';
import { EXAMPLE_TIME, EXAMPLE_ULID } from './route.ts';

export const Send = SendRecord.meta({ id: 'Send' });

export const sendExample: z.input<typeof Send> = {
  id: `snd_${EXAMPLE_ULID}`,
  campaign_id: `cmp_${EXAMPLE_ULID}`,
  enrollment_id: `enr_${EXAMPLE_ULID}`,
  contact_id: `ct_${EXAMPLE_ULID}`,
  contact_email: 'maria@example.com',
  step_id: `stp_${EXAMPLE_ULID}`,
  step_number: 1,
  variant_id: null,
  sending_account_id: `acc_${EXAMPLE_ULID}`,
  from_email: 'anna@example.org',
  subject: 'A question',
  message_id: `<snd_${EXAMPLE_ULID.toLowerCase()}.5f1c0a9e3b7d2846@example.org>`,
  status: 'delivered',
  scheduled_at: EXAMPLE_TIME,
  sent_at: EXAMPLE_TIME,
  delivered_at: EXAMPLE_TIME,
  opened_at: null,
  open_count: 0,
  clicked_at: null,
  click_count: 0,
  replied_at: null,
  bounced_at: null,
  attempts: 1,
  smtp_code: 250,
  enhanced_code: '2.0.0',
  smtp_response: '250 2.0.0 OK',
  bounce_classification: null,
  error: null,
  created_at: EXAMPLE_TIME,
};
