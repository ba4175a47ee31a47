import type {
  ThreadMessage as ThreadMessageRpc,
  Thread as ThreadRpc,
} from '@outreach/contracts-campaigns/gen/inbox.ts';
import type { FullMessage, Thread } from './thread.ts';

export function toThreadMessage(thread: Thread): ThreadRpc {
  const { first_name, last_name, intent_message_id: _message, version: _version, ...rest } = thread;
  return {
    ...rest,
    contact_first_name: first_name ?? undefined,
    contact_last_name: last_name ?? undefined,
  };
}

export function toMessage(message: FullMessage): ThreadMessageRpc {
  const { id, thread_id, direction, from, to, cc, subject, body_text, truncated, status } = message;
  return {
    id,
    thread_id,
    direction,
    from_name: from.name ?? undefined,
    from_email: from.email,
    to: [...to],
    cc: [...cc],
    subject,
    body_text,
    body_html: message.body_html ?? undefined,
    truncated,
    sent_at: message.sent_at ?? undefined,
    message_id: message.message_id ?? undefined,
    send_id: message.send_id ?? undefined,
    intent: message.intent ?? undefined,
    status,
    error: message.error ?? undefined,
    attachments: message.attachments.map((one) => ({ ...one, file_name: one.file_name ?? undefined })),
  };
}
