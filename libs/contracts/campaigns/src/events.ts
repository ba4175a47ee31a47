import { defineEvent, eventsWith, type EventDefinition } from '@outreach/event-schema';
import { z } from 'zod';
import {
  campaignExample,
  sendExample,
  sendPartiesExample,
  sendingAccountExample,
  trackingDomainExample,
} from './examples.ts';
import { inboxMessageReceived, inboxMessageSent } from './inbox-events.ts';
import {
  BOUNCE_CLASSES,
  BOUNCE_TYPES,
  campaignSchema,
  DELIVERABILITY_RULES,
  REPLY_INTENTS,
  sendSchema,
  sendingAccountSchema,
} from './records.ts';
import { VARIANT_LABELS, WINNER_METRICS } from './sequence.ts';
import { TrackingDomainRecord } from './tracking-domain.ts';

const deliverabilitySchema = campaignSchema.extend({
  rule: z.enum(DELIVERABILITY_RULES),
  observed: z.number(),
  threshold: z.number(),
  sample: z.int().nonnegative(),
  window_days: z.int().positive(),
});
const emailSchema = sendSchema.extend({
  contact: z.object({ id: z.string(), email: z.string() }),
  campaign: z.object({ id: z.string(), name: z.string() }),
});
const replySchema = emailSchema.extend({
  reply: z.object({ intent: z.enum(REPLY_INTENTS), snippet: z.string() }),
});
const bounceSchema = emailSchema.extend({
  bounce: z.object({
    classification: z.enum(BOUNCE_CLASSES),
    type: z.enum(BOUNCE_TYPES),
    smtp_code: z.int().nullable(),
  }),
});

const SENT_AT = '2026-01-31T09:30:00.000Z';
const LATER = '2026-01-31T11:00:00.000Z';
const emailExample = { ...sendExample, ...sendPartiesExample };
const sentExample = { ...emailExample, status: 'sent', delivered_at: null } as const;
const replyExample = (intent: (typeof REPLY_INTENTS)[number], snippet: string) => ({
  ...emailExample,
  replied_at: LATER,
  reply: { intent, snippet },
});
const ratesExample = { rule: 'bounce_rate', sample: 60, window_days: 7 } as const;

const campaignEvent = eventsWith('campaign', campaignSchema, campaignExample);
const emailEvent = eventsWith('email', emailSchema, emailExample);
const accountEvent = eventsWith('sending_account', sendingAccountSchema, sendingAccountExample);

export const campaignCreated = campaignEvent('campaign.created', 'A campaign was created.', {
  status: 'draft',
  started_at: null,
});
export const campaignLaunched = campaignEvent('campaign.launched', 'A campaign was launched.');
export const campaignPaused = campaignEvent('campaign.paused', 'A user paused a campaign.', {
  status: 'paused',
  paused_by: 'user',
  paused_at: LATER,
});
export const campaignResumed = campaignEvent('campaign.resumed', 'A paused campaign was resumed.');
export const campaignAutoPaused = defineEvent({
  type: 'campaign.auto_paused',
  category: 'campaign',
  description: 'The deliverability system paused a campaign; `rule` is the reason.',
  data: deliverabilitySchema,
  example: {
    ...campaignExample,
    status: 'paused',
    paused_by: 'system',
    paused_at: LATER,
    pause_reason: 'bounce_rate',
    ...ratesExample,
    observed: 0.066,
    threshold: 0.05,
  },
});
export const campaignCompleted = campaignEvent(
  'campaign.completed',
  'A campaign has sent all of its emails.',
  {
    status: 'completed',
    completed_at: LATER,
  },
);
export const campaignArchived = campaignEvent('campaign.archived', 'A campaign was archived.', {
  status: 'archived',
  archived_at: LATER,
});
export const campaignDeliverabilityWarning = defineEvent({
  type: 'campaign.deliverability_warning',
  category: 'campaign',
  description: 'A rate of a campaign reached half of the threshold that pauses it automatically.',
  data: deliverabilitySchema,
  example: { ...campaignExample, ...ratesExample, observed: 0.033, threshold: 0.025 },
});

export const emailSent = emailEvent('email.sent', 'An email was sent to the receiving server.', {
  status: 'sent',
  delivered_at: null,
});
export const emailDelivered = emailEvent('email.delivered', 'The receiving server accepted an email.');
export const emailOpened = emailEvent('email.opened', 'A person opened an email.', {
  opened_at: LATER,
  open_count: 1,
});
export const emailClicked = emailEvent('email.clicked', 'A person followed a link of an email.', {
  clicked_at: LATER,
  click_count: 1,
});
export const emailReplied = defineEvent({
  type: 'email.replied',
  category: 'email',
  description: 'A person replied to an email.',
  data: replySchema,
  example: replyExample('interested', 'Sounds good, please send details.'),
});
export const emailAutoReplied = defineEvent({
  type: 'email.auto_replied',
  category: 'email',
  description: 'An automatic reply to an email arrived, for example an absence notice.',
  data: replySchema,
  example: replyExample('out_of_office', 'I am away until Monday.'),
});
export const emailBounced = defineEvent({
  type: 'email.bounced',
  category: 'email',
  description: 'An email was refused permanently.',
  data: bounceSchema,
  example: {
    ...sentExample,
    status: 'bounced',
    bounced_at: SENT_AT,
    smtp_code: 550,
    enhanced_code: '5.1.1',
    smtp_response: '550 5.1.1 No such user',
    bounce_classification: 'invalid_mailbox',
    bounce: { classification: 'invalid_mailbox', type: 'hard', smtp_code: 550 },
  },
});
export const emailFailed = emailEvent('email.failed', 'An email could not be sent.', {
  status: 'failed',
  sent_at: null,
  delivered_at: null,
  smtp_code: null,
  enhanced_code: null,
  smtp_response: null,
  error: 'The connection was refused.',
});
export const emailUnsubscribed = emailEvent('email.unsubscribed', 'A contact unsubscribed through an email.');
export const emailSpamComplaint = emailEvent('email.spam_complaint', 'A contact reported an email as spam.');

export const sendingAccountHealthChanged = accountEvent(
  'sending_account.health_changed',
  'The health score of a sending account crossed 70 or 40.',
);
export const sendingAccountDisconnected = accountEvent(
  'sending_account.disconnected',
  'Three connections of a sending account failed in a row.',
  {
    status: 'error',
    status_reason: 'The connection was refused.',
    last_error: 'The connection was refused.',
  },
);
export const sequenceWinnerSelected = defineEvent({
  type: 'sequence.winner_selected',
  category: 'sequence',
  description: 'All further contacts of a step get one of its variants; `selected_by` is `auto` or `user`.',
  data: z.object({
    sequence_id: z.string(),
    step_id: z.string(),
    step_number: z.int().positive(),
    variant_id: z.string(),
    label: z.enum(VARIANT_LABELS),
    selected_by: z.enum(['auto', 'user']),
    metric: z.enum(WINNER_METRICS),
    probability_best: z.number().nullable(),
    decided_at: z.iso.datetime(),
  }),
  example: {
    sequence_id: 'seq_01J9Z3NDEKTSV4RRFFQ69G5FB0',
    step_id: 'stp_01J9Z3NDEKTSV4RRFFQ69G5FB1',
    step_number: 1,
    variant_id: 'var_01J9Z3NDEKTSV4RRFFQ69G5FB2',
    label: 'B',
    selected_by: 'auto',
    metric: 'reply_rate',
    probability_best: 0.97,
    decided_at: LATER,
  },
});
export const trackingDomainFailed = defineEvent({
  type: 'tracking_domain.failed',
  category: 'tracking_domain',
  description: 'Two checks of a tracking domain failed in a row. Links no longer use it.',
  data: TrackingDomainRecord,
  example: trackingDomainExample,
});

/** Every event the campaigns service publishes, except the shared ones. */
export const campaignEvents: readonly EventDefinition[] = [
  campaignCreated,
  campaignLaunched,
  campaignPaused,
  campaignResumed,
  campaignAutoPaused,
  campaignCompleted,
  campaignArchived,
  campaignDeliverabilityWarning,
  emailSent,
  emailDelivered,
  emailOpened,
  emailClicked,
  emailReplied,
  emailAutoReplied,
  emailBounced,
  emailFailed,
  emailUnsubscribed,
  emailSpamComplaint,
  sendingAccountHealthChanged,
  sendingAccountDisconnected,
  sequenceWinnerSelected,
  trackingDomainFailed,
  inboxMessageReceived,
  inboxMessageSent,
];
