import { enumOf } from '@outreach/contracts-common';
import { z } from 'zod';
import type { Send as SendMessage } from './gen/analytics.ts';
import { BOUNCE_CLASSES, SEND_STATUSES, sendSchema } from './records.ts';

/** A send as the REST API returns it. */
export const SendRecord = sendSchema.extend({
  /** Null once the contact has been erased. */
  contact_email: z.string().nullable(),
  status: enumOf(SEND_STATUSES),
  bounce_classification: enumOf(BOUNCE_CLASSES).nullable(),
});
export type SendRecord = z.infer<typeof SendRecord>;

/** The record of an RPC message, with `null` for absent fields. */
export function toSendRecord(send: SendMessage): SendRecord {
  return {
    ...send,
    contact_email: send.contact_email ?? null,
    variant_id: send.variant_id ?? null,
    subject: send.subject ?? null,
    message_id: send.message_id ?? null,
    scheduled_at: toText(send.scheduled_at),
    sent_at: toText(send.sent_at),
    delivered_at: toText(send.delivered_at),
    opened_at: toText(send.opened_at),
    clicked_at: toText(send.clicked_at),
    replied_at: toText(send.replied_at),
    bounced_at: toText(send.bounced_at),
    smtp_code: send.smtp_code ?? null,
    enhanced_code: send.enhanced_code ?? null,
    smtp_response: send.smtp_response ?? null,
    bounce_classification: send.bounce_classification ?? null,
    error: send.error ?? null,
    created_at: required(send.created_at).toISOString(),
  };
}

function toText(time: Date | undefined): string | null {
  return time?.toISOString() ?? null;
}

function required(time: Date | undefined): Date {
  if (time === undefined) throw new Error('A send has a time of creation.');
  return time;
}
