import { enumOf, recordFields, recordOf } from '@outreach/contracts-common';
import { z } from 'zod';
import type { EngagementEvent as EngagementEventMessage } from './gen/engagement.ts';

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

/** The record of a timeline event. @throws Error for a message without `occurred_at`. */
export function toEngagementEventRecord({
  metadata = {},
  ...event
}: EngagementEventMessage): EngagementEventRecord {
  return { ...recordOf(event, 'occurred_at'), metadata };
}
