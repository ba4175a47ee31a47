import type { z } from 'zod';
import type { inboxEventSchema } from './inbox.ts';
import type {
  campaignSchema,
  enrollmentRefSchema,
  sendRefSchema,
  sendSchema,
  sendingAccountSchema,
} from './records.ts';
import type { TrackingDomainRecord } from './tracking-domain.ts';

const WORKSPACE_ID = 'ws_01J9Z3NDEKTSV4RRFFQ69G5FA0';
const CAMPAIGN_ID = 'cmp_01J9Z3NDEKTSV4RRFFQ69G5FA1';
const CONTACT_ID = 'ct_01J9Z3NDEKTSV4RRFFQ69G5FA2';
const ACCOUNT_ID = 'acc_01J9Z3NDEKTSV4RRFFQ69G5FA3';
const CREATED_AT = '2026-01-30T08:00:00.000Z';
const SENT_AT = '2026-01-31T09:30:00.000Z';
const DELIVERED_AT = '2026-01-31T09:30:02.000Z';

/** A launched campaign with a few sends. */
export const campaignExample: z.input<typeof campaignSchema> = {
  id: CAMPAIGN_ID,
  workspace_id: WORKSPACE_ID,
  name: 'Spring launch',
  status: 'active',
  campaign_type: 'cold_outreach',
  platform: 'native',
  sequence_id: 'seq_01J9Z3NDEKTSV4RRFFQ69G5FA4',
  sending_account_ids: [ACCOUNT_ID],
  min_health_score: 0,
  daily_send_limit: 50,
  max_new_leads_per_day: 0,
  smart_time_gaps: true,
  provider_matching: 'off',
  send_window_start: 9,
  send_window_end: 17,
  send_days: [1, 2, 3, 4, 5],
  open_tracking_enabled: true,
  link_tracking_enabled: true,
  stop_on_reply: true,
  stop_on_domain_reply: false,
  stop_on_unsubscribe: true,
  allow_risky_contacts: false,
  auto_enroll: false,
  contact_filter: { segment_ids: [], icp_tier: ['A', 'B'], grade: [] },
  metrics: {
    total_sent: 40,
    delivered: 38,
    opened: 19,
    clicked: 4,
    replied: 3,
    bounced: 2,
    unsubscribed: 0,
    spam_complaints: 0,
    open_rate: 0.5,
    reply_rate: 0.075,
    bounce_rate: 0.05,
  },
  pause_reason: null,
  paused_by: null,
  paused_at: null,
  completed_at: null,
  archived_at: null,
  enrollment_counts: { pending: 10, active: 37, paused: 0, completed: 0, stopped: 3 },
  client_id: null,
  started_at: SENT_AT,
  created_at: CREATED_AT,
  updated_at: SENT_AT,
};

/** A send that the receiving server accepted. */
export const sendExample: z.input<typeof sendSchema> = {
  id: 'snd_01J9Z3NDEKTSV4RRFFQ69G5FA5',
  campaign_id: CAMPAIGN_ID,
  enrollment_id: 'enr_01J9Z3NDEKTSV4RRFFQ69G5FA6',
  contact_id: CONTACT_ID,
  contact_email: 'ada@example.com',
  step_id: 'stp_01J9Z3NDEKTSV4RRFFQ69G5FA7',
  step_number: 1,
  variant_id: null,
  sending_account_id: ACCOUNT_ID,
  from_email: 'sales@example.org',
  subject: 'A quick question',
  message_id: '<snd_01J9Z3NDEKTSV4RRFFQ69G5FA5@example.org>',
  status: 'delivered',
  scheduled_at: SENT_AT,
  sent_at: SENT_AT,
  delivered_at: DELIVERED_AT,
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
  created_at: CREATED_AT,
};

/** The same send in an internal event. */
export const sendRefExample: z.input<typeof sendRefSchema> = {
  id: sendExample.id,
  campaign_id: CAMPAIGN_ID,
  enrollment_id: sendExample.enrollment_id,
  contact_id: CONTACT_ID,
  step_number: 1,
  variant_id: null,
  sending_account_id: ACCOUNT_ID,
};

/** An enrollment before its first step. */
export const enrollmentRefExample: z.input<typeof enrollmentRefSchema> = {
  id: sendExample.enrollment_id,
  campaign_id: CAMPAIGN_ID,
  sequence_id: campaignExample.sequence_id,
  contact_id: CONTACT_ID,
  sending_account_id: null,
  source: 'filter',
  stop_reason: null,
  current_step: 0,
};

/** Contact and campaign of a send. */
export const sendPartiesExample = {
  contact: { id: CONTACT_ID, email: 'ada@example.com' },
  campaign: { id: CAMPAIGN_ID, name: 'Spring launch' },
};

export const sendingAccountExample: z.input<typeof sendingAccountSchema> = {
  id: ACCOUNT_ID,
  workspace_id: WORKSPACE_ID,
  email: 'sales@example.org',
  from_name: 'Sales',
  provider: 'smtp',
  smtp: { host: 'smtp.example.org', port: 587, security: 'starttls', username: 'sales' },
  imap: null,
  auth_method: 'password',
  oauth: null,
  status: 'active',
  status_reason: null,
  health_score: 68,
  daily_limit: 30,
  sent_today: 12,
  min_gap_seconds: 90,
  max_gap_seconds: 240,
  warmup: { enabled: false, day: 1, start: 5, increment: 5, ceiling: 50 },
  time_zone: 'Europe/Berlin',
  reply_to: null,
  signature: null,
  tracking_domain_id: null,
  auth: { spf: 'pass', dkim: 'pass', dmarc: 'pass', mx: 'pass', checked_at: SENT_AT },
  last_error: null,
  created_at: CREATED_AT,
  updated_at: SENT_AT,
};

export const trackingDomainExample: TrackingDomainRecord = {
  id: 'trk_01J9Z3NDEKTSV4RRFFQ69G5FA9',
  domain: 'go.example.org',
  status: 'failed',
  cname_target: 'track.example.com',
  is_default: true,
  last_checked_at: SENT_AT,
  error: 'The CNAME record of go.example.org must be track.example.com.',
  created_at: CREATED_AT,
};

/** A reply with its thread. */
export const inboxExample: z.input<typeof inboxEventSchema> = {
  thread: {
    id: 'thr_01J9Z3NDEKTSV4RRFFQ69G5FB1',
    workspace_id: WORKSPACE_ID,
    campaign_id: CAMPAIGN_ID,
    enrollment_id: 'enr_01J9Z3NDEKTSV4RRFFQ69G5FA6',
    contact: { id: CONTACT_ID, email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron' },
    sending_account_id: ACCOUNT_ID,
    subject: 'A question',
    intent: 'interested',
    intent_source: 'auto',
    status: 'open',
    unread: true,
    message_count: 2,
    last_message_at: '2026-01-31T11:00:00.000Z',
    created_at: '2026-01-31T11:00:00.000Z',
  },
  message: {
    id: 'msg_01J9Z3NDEKTSV4RRFFQ69G5FB2',
    thread_id: 'thr_01J9Z3NDEKTSV4RRFFQ69G5FB1',
    direction: 'in',
    from: { name: 'Ada Byron', email: 'ada@example.com' },
    to: ['anna@example.org'],
    cc: [],
    subject: 'Re: A question',
    truncated: false,
    sent_at: '2026-01-31T11:00:00.000Z',
    message_id: 'CAF0-1b@mail.example.com',
    send_id: 'snd_01J9Z3NDEKTSV4RRFFQ69G5FA5',
    intent: 'interested',
    status: 'received',
    error: null,
    attachments: [],
  },
};
