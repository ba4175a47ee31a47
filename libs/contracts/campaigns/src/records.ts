import { z } from 'zod';

const text = z.string();
const textOrNull = z.string().nullable();
const time = z.iso.datetime();
const timeOrNull = z.iso.datetime().nullable();
const count = z.number().int().nonnegative();
const fraction = z.number().nonnegative();

export const CAMPAIGN_STATUSES = ['draft', 'active', 'paused', 'completed', 'archived'] as const;
export const CAMPAIGN_TYPES = ['cold_outreach', 'nurture', 're_engagement', 'warmup'] as const;
export const PLATFORMS = ['native', 'platform_1', 'platform_2', 'platform_3', 'platform_4'] as const;
/** The reasons of an automatic pause, and the rules of deliverability warnings. */
export const DELIVERABILITY_RULES = [
  'bounce_rate',
  'complaint_rate',
  'accounts_unhealthy',
  'domain_auth',
] as const;
export const SEND_STATUSES = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'failed',
  'canceled',
  'dropped',
] as const;
export const BOUNCE_CLASSES = [
  'invalid_mailbox',
  'invalid_domain',
  'mailbox_disabled',
  'mailbox_full',
  'spam_block',
  'policy_block',
  'auth_failure',
  'rate_limited',
  'content_rejected',
  'message_too_large',
  'network',
  'unknown',
] as const;
export const BOUNCE_TYPES = ['hard', 'soft', 'block'] as const;
export const REPLY_INTENTS = [
  'interested',
  'meeting_requested',
  'question',
  'referral',
  'not_now',
  'not_interested',
  'wrong_person',
  'out_of_office',
  'auto_reply',
  'unsubscribe',
  'unclassified',
] as const;
export const ACCOUNT_PROVIDERS = ['smtp', 'google', 'microsoft', 'ses'] as const;
export const ACCOUNT_STATUSES = ['active', 'paused', 'error', 'suspended'] as const;
export const SERVER_SECURITIES = ['none', 'starttls', 'tls'] as const;
export const DNS_RESULTS = ['pass', 'fail', 'unknown'] as const;

export const campaignMetricsSchema = z.object({
  total_sent: count,
  delivered: count,
  opened: count,
  clicked: count,
  replied: count,
  bounced: count,
  unsubscribed: count,
  spam_complaints: count,
  open_rate: fraction,
  reply_rate: fraction,
  bounce_rate: fraction,
});

export const campaignSchema = z.object({
  id: text,
  workspace_id: text,
  name: text,
  status: z.enum(CAMPAIGN_STATUSES),
  campaign_type: z.enum(CAMPAIGN_TYPES),
  platform: z.enum(PLATFORMS),
  sequence_id: text,
  sending_account_ids: z.array(text),
  min_health_score: z.number().int().min(0).max(100),
  daily_send_limit: count,
  max_new_leads_per_day: count,
  smart_time_gaps: z.boolean(),
  send_window_start: z.number().int().min(0).max(23),
  send_window_end: z.number().int().min(1).max(24),
  send_days: z.array(z.number().int().min(1).max(7)),
  open_tracking_enabled: z.boolean(),
  link_tracking_enabled: z.boolean(),
  stop_on_reply: z.boolean(),
  stop_on_domain_reply: z.boolean(),
  stop_on_unsubscribe: z.boolean(),
  allow_risky_contacts: z.boolean(),
  auto_enroll: z.boolean(),
  contact_filter: z.object({
    segment_ids: z.array(text),
    icp_tier: z.array(text),
    grade: z.array(text),
  }),
  metrics: campaignMetricsSchema,
  pause_reason: textOrNull,
  paused_by: z.enum(['user', 'system']).nullable(),
  paused_at: timeOrNull,
  completed_at: timeOrNull,
  archived_at: timeOrNull,
  enrollment_counts: z.object({
    pending: count,
    active: count,
    paused: count,
    completed: count,
    stopped: count,
  }),
  client_id: textOrNull,
  started_at: timeOrNull,
  created_at: time,
  updated_at: time,
});

export const sendSchema = z.object({
  id: text,
  campaign_id: text,
  enrollment_id: text,
  contact_id: text,
  contact_email: text,
  step_id: text,
  step_number: z.number().int().min(1),
  variant_id: textOrNull,
  sending_account_id: text,
  from_email: text,
  subject: textOrNull,
  message_id: textOrNull,
  status: z.enum(SEND_STATUSES),
  scheduled_at: timeOrNull,
  sent_at: timeOrNull,
  delivered_at: timeOrNull,
  opened_at: timeOrNull,
  open_count: count,
  clicked_at: timeOrNull,
  click_count: count,
  replied_at: timeOrNull,
  bounced_at: timeOrNull,
  attempts: count,
  smtp_code: z.number().int().nullable(),
  enhanced_code: textOrNull,
  smtp_response: textOrNull,
  bounce_classification: z.enum(BOUNCE_CLASSES).nullable(),
  error: textOrNull,
  created_at: time,
});

export const ENROLLMENT_SOURCES = ['filter', 'manual', 'sequence'] as const;
export const STOP_REASONS = [
  'replied',
  'domain_replied',
  'bounced',
  'unsubscribed',
  'complained',
  'suppressed',
  'removed',
  'contact_deleted',
  'campaign_archived',
  'send_failed',
  'stale_send_dropped',
] as const;

/** The part of an enrollment in internal events: ids and progress, without personal data. */
export const enrollmentRefSchema = z.object({
  id: text,
  campaign_id: text,
  sequence_id: text,
  contact_id: text,
  sending_account_id: textOrNull,
  source: z.enum(ENROLLMENT_SOURCES),
  stop_reason: z.enum(STOP_REASONS).nullable(),
  /** Number of the last sent step; 0 before the first. */
  current_step: count,
});

/** The part of a send in internal events: ids, without personal data. */
export const sendRefSchema = sendSchema.pick({
  id: true,
  campaign_id: true,
  enrollment_id: true,
  contact_id: true,
  step_number: true,
  variant_id: true,
  sending_account_id: true,
});

const dnsResult = z.enum(DNS_RESULTS);
const serverSchema = z.object({
  host: text,
  port: z.number().int().min(1).max(65_535),
  security: z.enum(SERVER_SECURITIES),
  username: textOrNull,
});

/** The public record of a sending account, without its passwords. */
export const sendingAccountSchema = z.object({
  id: text,
  workspace_id: text,
  email: text,
  from_name: textOrNull,
  provider: z.enum(ACCOUNT_PROVIDERS),
  smtp: serverSchema.nullable(),
  imap: serverSchema.nullable(),
  status: z.enum(ACCOUNT_STATUSES),
  status_reason: textOrNull,
  health_score: z.number().min(0).max(100),
  daily_limit: count,
  sent_today: count,
  min_gap_seconds: count,
  max_gap_seconds: count,
  warmup: z.object({
    enabled: z.boolean(),
    day: count,
    start: count,
    increment: count,
    ceiling: count,
  }),
  time_zone: textOrNull,
  reply_to: textOrNull,
  signature: textOrNull,
  auth: z.object({
    spf: dnsResult,
    dkim: dnsResult,
    dmarc: dnsResult,
    mx: dnsResult,
    checked_at: timeOrNull,
  }),
  last_error: textOrNull,
  created_at: time,
  updated_at: time,
});

export const EXPORT_STATUSES = ['queued', 'processing', 'completed', 'failed', 'expired'] as const;

export const exportSchema = z.object({
  id: text,
  type: z.literal('sends'),
  status: z.enum(EXPORT_STATUSES),
  format: z.enum(['csv', 'jsonl']),
  row_count: count.nullable(),
  progress: z.number().min(0).max(1),
  download_url: textOrNull,
  expires_at: timeOrNull,
  error: textOrNull,
});
