import type { MessageRecord, ThreadRecord } from '@outreach/contracts-campaigns/inbox';
import type { Message, Thread } from './thread.ts';

/** The public record of a thread, without its snippet. */
export function toThreadRecord(thread: Thread): Omit<ThreadRecord, 'snippet'> {
  const { contact_id, contact_email, first_name, last_name, contact_updated_at: _shownAt, ...rest } = thread;
  const { intent_message_id: _message, snippet: _snippet, version: _version, ...fields } = rest;
  return {
    ...fields,
    contact: { id: contact_id, email: contact_email, first_name, last_name },
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
