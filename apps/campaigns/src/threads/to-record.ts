import type { MessageRecord, ThreadRecord } from '@outreach/contracts-campaigns/inbox';
import type { Message, Thread } from './thread.ts';

/** The public record of a thread, without its snippet. */
export function toThreadRecord(thread: Thread): Omit<ThreadRecord, 'snippet'> {
  return {
    id: thread.id,
    workspace_id: thread.workspace_id,
    campaign_id: thread.campaign_id,
    enrollment_id: thread.enrollment_id,
    contact: {
      id: thread.contact_id,
      email: thread.contact_email,
      first_name: thread.first_name,
      last_name: thread.last_name,
    },
    sending_account_id: thread.sending_account_id,
    subject: thread.subject,
    intent: thread.intent,
    intent_source: thread.intent_source,
    status: thread.status,
    unread: thread.unread,
    message_count: thread.message_count,
    last_message_at: thread.last_message_at.toISOString(),
    created_at: thread.created_at.toISOString(),
  };
}

/** The public record of a message, without its bodies. */
export function toMessageRecord(message: Message): Omit<MessageRecord, 'body_text' | 'body_html'> {
  return {
    id: message.id,
    thread_id: message.thread_id,
    direction: message.direction,
    from: message.from,
    to: [...message.to],
    cc: [...message.cc],
    subject: message.subject,
    truncated: message.truncated,
    sent_at: message.sent_at?.toISOString() ?? null,
    message_id: message.message_id,
    send_id: message.send_id,
    intent: message.intent,
    status: message.status,
    error: message.error,
    attachments: message.attachments.map((one) => ({ ...one })),
  };
}
