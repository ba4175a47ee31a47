import { enumOf, recordFields } from '@outreach/contracts-common';
import { z } from 'zod';
import type { EngagementEvent as EngagementEventMessage } from './gen/engagement.ts';
import { requireTimestamp } from './timestamp.ts';

/** The types of events on timelines. */
export const ENGAGEMENT_EVENT_TYPES = [
  'email_sent',
  'email_delivered',
  'email_opened',
  'email_clicked',
  'email_replied',
  'email_auto_replied',
  'email_bounced',
  'email_failed',
  'email_unsubscribed',
  'email_spam_complaint',
  'email_answered',
  'enrolled',
  'enrollment_completed',
  'enrollment_stopped',
] as const;

export type EngagementEventType = (typeof ENGAGEMENT_EVENT_TYPES)[number];

/** An event of a contact's timeline in REST replies. */
export const EngagementEventRecord = z.object({
  id: recordFields.id,
  event_type: enumOf(ENGAGEMENT_EVENT_TYPES).describe('Type of the event.'),
  occurred_at: z.iso.datetime().describe('Time of the event.'),
  contact_id: recordFields.contact_id,
  campaign_id: z.string().nullable().describe('Id of the campaign.'),
  enrollment_id: z.string().nullable().describe('Id of the enrollment.'),
  send_id: z.string().nullable(),
  step_number: z.int().nullable(),
  variant_id: z.string().nullable(),
  sending_account_id: z.string().nullable().describe('Id of the sending account.'),
  is_machine: z.boolean().describe('`true` for a scanner, a proxy or an automatic reply.'),
  metadata: z.record(z.string(), z.unknown()).describe('Details that depend on the event type.'),
});

export type EngagementEventRecord = z.infer<typeof EngagementEventRecord>;

/** The record of a timeline event; absent values are null. @throws Error for a message without `occurred_at`. */
export function toEngagementEventRecord(event: EngagementEventMessage): EngagementEventRecord {
  return {
    id: event.id,
    event_type: event.event_type,
    occurred_at: requireTimestamp(event.occurred_at, 'occurred_at'),
    contact_id: event.contact_id,
    campaign_id: event.campaign_id ?? null,
    enrollment_id: event.enrollment_id ?? null,
    send_id: event.send_id ?? null,
    step_number: event.step_number ?? null,
    variant_id: event.variant_id ?? null,
    sending_account_id: event.sending_account_id ?? null,
    is_machine: event.is_machine,
    metadata: event.metadata ?? {},
  };
}
