import type { inboxMessageReceived } from '@outreach/contracts-campaigns';
import type { z } from 'zod';
import type { Message, Thread } from './thread.ts';

type InboxEvent = z.input<(typeof inboxMessageReceived)['data']>;

/** A thread as events have it: without text of messages. */
export function toThreadEvent(thread: Thread): InboxEvent['thread'] {
  const { contact_id, contact_email, first_name, last_name } = thread;
  return {
    id: thread.id,
    workspace_id: thread.workspace_id,
    campaign_id: thread.campaign_id,
    enrollment_id: thread.enrollment_id,
    contact: { id: contact_id, email: contact_email, first_name, last_name },
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

/** A message as events have it: without bodies. */
export function toMessageEvent(message: Message): InboxEvent['message'] {
  return {
    id: message.id,
    thread_id: message.thread_id,
    direction: message.direction,
    from: message.from,
    to: [...message.to],
    cc: [...message.cc],
    subject: message.subject,
    truncated: message.truncated,
    sent_at: message.sent_at === null ? null : message.sent_at.toISOString(),
    message_id: message.message_id,
    send_id: message.send_id,
    intent: message.intent,
    status: message.status,
    error: message.error,
    attachments: [...message.attachments],
  };
}
