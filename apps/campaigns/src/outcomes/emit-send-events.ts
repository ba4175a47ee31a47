import {
  emailAutoReplied,
  emailBounced,
  emailClicked,
  emailDelivered,
  emailFailed,
  emailOpened,
  emailReplied,
  emailSent,
  emailSpamComplaint,
  emailUnsubscribed,
} from '@outreach/contracts-campaigns/events';
import {
  engagementMachineClicked,
  engagementMachineOpened,
} from '@outreach/contracts-campaigns/internal-events';
import { sendRefSchema, type sendSchema } from '@outreach/contracts-campaigns/records';
import type { EventSink } from '@outreach/event-schema';
import type { z } from 'zod';
import type { Campaign } from '../campaigns/index.ts';
import type { Send } from '../sends/index.ts';
import type { SendEvent } from './applied.ts';

const MAIL_EVENTS = {
  sent: emailSent,
  delivered: emailDelivered,
  opened: emailOpened,
  clicked: emailClicked,
  failed: emailFailed,
  unsubscribed: emailUnsubscribed,
  complained: emailSpamComplaint,
} as const;
const REPLY_EVENTS = { replied: emailReplied, auto_replied: emailAutoReplied } as const;
const MACHINE_EVENTS = { machine_opened: engagementMachineOpened, machine_clicked: engagementMachineClicked };

/** Part of a transaction: emits the event of a send. An erased contact has no further events. */
export function emitSendEvent(events: EventSink, campaign: Campaign, event: SendEvent): void {
  const { send } = event;
  const { contact_email: email } = send;
  if (email === null) return;
  const aggregate = { id: send.id, version: send.version };
  const data = {
    ...toSendRecord(send),
    contact_email: email,
    contact: { id: send.contact_id, email },
    campaign: { id: campaign.id, name: campaign.name },
  };
  if (event.type === 'machine_opened' || event.type === 'machine_clicked')
    events.emit(MACHINE_EVENTS[event.type], { aggregate, data: sendRefSchema.parse(send) });
  else if (event.type === 'replied' || event.type === 'auto_replied')
    events.emit(REPLY_EVENTS[event.type], { aggregate, data: { ...data, reply: event.reply } });
  else if (event.type === 'bounced')
    events.emit(emailBounced, { aggregate, data: { ...data, bounce: event.bounce } });
  else events.emit(MAIL_EVENTS[event.type], { aggregate, data });
}

type SendRecord = Omit<z.input<typeof sendSchema>, 'contact_email'> & {
  readonly contact_email: string | null;
};

/** The public record of a send. */
export function toSendRecord(send: Send): SendRecord {
  return {
    id: send.id,
    campaign_id: send.campaign_id,
    enrollment_id: send.enrollment_id,
    contact_id: send.contact_id,
    contact_email: send.contact_email,
    step_id: send.step_id,
    step_number: send.step_number,
    variant_id: send.variant_id,
    sending_account_id: send.sending_account_id,
    from_email: send.from_email,
    subject: send.subject,
    message_id: send.message_id,
    status: send.status,
    scheduled_at: toText(send.scheduled_at),
    sent_at: toText(send.sent_at),
    delivered_at: toText(send.delivered_at),
    opened_at: toText(send.opened_at),
    open_count: send.open_count,
    clicked_at: toText(send.clicked_at),
    click_count: send.click_count,
    replied_at: toText(send.replied_at),
    bounced_at: toText(send.bounced_at),
    attempts: send.attempts,
    smtp_code: send.smtp_code,
    enhanced_code: send.enhanced_code,
    smtp_response: send.smtp_response,
    bounce_classification: send.bounce_classification,
    error: send.error,
    created_at: send.created_at.toISOString(),
  };
}

function toText(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
