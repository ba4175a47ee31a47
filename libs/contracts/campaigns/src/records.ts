import { recordFields } from '@outreach/contracts-common';
import { z } from 'zod';
import { AUTH_METHODS, oauthSchema } from './oauth.ts';

const text = z.string();
const textOrNull = z.string().nullable();
const timeOrNull = z.iso.datetime().nullable();
const count = z.int().nonnegative();
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
export type SendStatus = (typeof SEND_STATUSES)[number];
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
export const PROVIDER_MATCHINGS = ['off', 'prefer'] as const;
export const ACCOUNT_PROVIDERS = ['smtp', 'google', 'microsoft', 'ses'] as const;
export const ACCOUNT_STATUSES = ['active', 'paused', 'error', 'suspended'] as const;
export const SERVER_SECURITIES = ['none', 'starttls', 'tls'] as const;
export const DNS_RESULTS = ['pass', 'fail', 'unknown'] as const;
export type DnsResult = (typeof DNS_RESULTS)[number];

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
  id: recordFields.id,
  workspace_id: recordFields.workspace_id,
  name: recordFields.name,
  status: z.enum(CAMPAIGN_STATUSES),
  campaign_type: z.enum(CAMPAIGN_TYPES).describe('Fixed after the launch.'),
  platform: z.enum(PLATFORMS).describe('The platform that sends. Fixed after the launch.'),
  sequence_id: text.describe('Id of the sequence. Fixed after the launch.'),
  sending_account_ids: z.array(text).describe('Ids of the sending accounts, at least one.'),
  min_health_score: z
    .int()
    .min(0)
    .max(100)
    .describe('Accounts below this health score, from 0 to 100, do not send.'),
  daily_send_limit: count.describe('Emails per UTC day.'),
  max_new_leads_per_day: count.describe('First emails to contacts per UTC day; 0 for no limit.'),
  smart_time_gaps: z
    .boolean()
    .describe('`true` for random gaps between emails, `false` for the minimum gap of the account.'),
  provider_matching: z
    .enum(PROVIDER_MATCHINGS)
    .describe(
      '`prefer` if a new lead whose `mail_provider` is google or microsoft takes an account of that provider while one has room, `off` for any account.',
    ),
  send_window_start: z
    .int()
    .min(0)
    .max(23)
    .describe('First hour of the day, in the time zone of the contact.'),
  send_window_end: z
    .int()
    .min(1)
    .max(24)
    .describe('Hour at which the window ends, later than `send_window_start`.'),
  send_days: z.array(z.int().min(1).max(7)).describe('Days of the week: 1 is Monday, 7 is Sunday.'),
  open_tracking_enabled: z.boolean(),
  link_tracking_enabled: z.boolean(),
  stop_on_reply: z.boolean().describe('`true` if the reply of a contact ends its enrollment.'),
  stop_on_domain_reply: z
    .boolean()
    .describe('`true` if a reply also ends the enrollments of contacts at the same domain.'),
  stop_on_unsubscribe: z.boolean().describe('`true` if an unsubscription ends the enrollment.'),
  allow_risky_contacts: z
    .boolean()
    .describe('`true` to send to addresses with the status `risky` or `catch_all`.'),
  auto_enroll: z.boolean().describe('`true` to enroll contacts that match the filter after the launch too.'),
  contact_filter: z
    .object({
      segment_ids: z.array(text),
      icp_tier: z.array(text),
      grade: z.array(text),
    })
    .describe('The contacts that are enrolled: they match every list that is not empty.'),
  metrics: campaignMetricsSchema.describe('Counters and rates of the whole campaign.'),
  pause_reason: textOrNull.describe('Reason of the last pause.'),
  paused_by: z.enum(['user', 'system']).nullable().describe('`user`, or `system` for an automatic pause.'),
  paused_at: timeOrNull,
  completed_at: timeOrNull,
  archived_at: timeOrNull,
  enrollment_counts: z
    .object({
      pending: count,
      active: count,
      paused: count,
      completed: count,
      stopped: count,
    })
    .describe('Number of enrollments by status.'),
  client_id: textOrNull.describe('Id of the client of an agency; `null` outside an agency.'),
  started_at: timeOrNull.describe('Time of the launch.'),
  created_at: recordFields.created_at,
  updated_at: recordFields.updated_at,
});

export const sendSchema = z.object({
  id: recordFields.id,
  campaign_id: recordFields.campaign_id,
  enrollment_id: recordFields.enrollment_id,
  contact_id: recordFields.contact_id,
  contact_email: text,
  step_id: text,
  step_number: z.int().min(1),
  variant_id: textOrNull,
  sending_account_id: recordFields.sending_account_id,
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
  smtp_code: z.int().nullable(),
  enhanced_code: textOrNull,
  smtp_response: textOrNull,
  bounce_classification: z.enum(BOUNCE_CLASSES).nullable(),
  error: textOrNull,
  created_at: recordFields.created_at,
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
  port: z.int().min(1).max(65_535),
  security: z.enum(SERVER_SECURITIES),
  username: textOrNull,
});

/** The public record of a sending account, without its passwords and tokens. */
export const sendingAccountSchema = z.object({
  id: recordFields.id,
  workspace_id: recordFields.workspace_id,
  email: text.describe('Sender address, normalised to lower case. A workspace has one account per address.'),
  from_name: textOrNull.describe('Sender name.'),
  provider: z.enum(ACCOUNT_PROVIDERS).describe('Provider of the mailbox.'),
  smtp: serverSchema.nullable().describe('The server that sends.'),
  imap: serverSchema.nullable().describe('The server with the replies; `null` without one.'),
  auth_method: z.enum(AUTH_METHODS).describe('How the account logs in to its servers.'),
  oauth: oauthSchema
    .nullable()
    .describe('The OAuth 2.0 connection, without its tokens; `null` for an account with passwords.'),
  status: z
    .enum(ACCOUNT_STATUSES)
    .describe(
      '`active`, `paused` by a user, `error` after three failed connections in a row or a revoked consent, or `suspended` by the operator.',
    ),
  status_reason: textOrNull.describe(
    'The reason of the status; `oauth_revoked` if only a new consent ends the error.',
  ),
  health_score: z
    .number()
    .min(0)
    .max(100)
    .describe('From 0 to 100; 100 with fewer than 20 emails in 14 days.'),
  daily_limit: count.describe('Emails per day in the time zone of the account.'),
  sent_today: count.describe('Emails of this day in the time zone of the account.'),
  min_gap_seconds: count.describe('Shortest pause between two emails.'),
  max_gap_seconds: count.describe('Longest random pause between two emails.'),
  warmup: z
    .object({
      enabled: z.boolean(),
      day: count,
      start: count,
      increment: count,
      ceiling: count,
    })
    .describe('Allows `start` emails on day 1 and `increment` more on each further day, at most `ceiling`.'),
  time_zone: textOrNull.describe('IANA time zone name, such as Europe/Berlin; UTC by default.'),
  reply_to: textOrNull.describe('Address for replies; the sender address by default.'),
  signature: textOrNull.describe('Text for templates: `{{ sender.signature }}`.'),
  tracking_domain_id: textOrNull.describe(
    'Tracking domain of the links; without it the verified domain that shares the domain of the address, else the default one.',
  ),
  auth: z
    .object({
      spf: dnsResult,
      dkim: dnsResult,
      dmarc: dnsResult,
      mx: dnsResult,
      checked_at: timeOrNull,
    })
    .describe('Result of the last DNS check of the domain.'),
  last_error: textOrNull.describe('The error of the last connection; `null` after a success.'),
  created_at: recordFields.created_at,
  updated_at: recordFields.updated_at,
});
