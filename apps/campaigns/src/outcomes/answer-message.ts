import { bareMessageId } from '@outreach/values';
import type { Send, SendStatus } from '../sends/index.ts';
import type { Message } from '../threads/index.ts';

const STATUS_OF: Readonly<Record<SendStatus, Message['status']>> = {
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  delivered: 'sent',
  bounced: 'failed',
  failed: 'failed',
  canceled: 'failed',
  dropped: 'failed',
};

/** The message of an answer after a change of its send; the same object if it does not change. */
export function messageAfter(message: Message, send: Send): Message {
  const status = STATUS_OF[send.status];
  if (status === 'queued' || (status === message.status && status === 'failed')) return message;
  if (status === 'failed') return { ...message, status, error: failureOf(send) };
  if (message.status === 'sent') return message;
  return {
    ...message,
    status,
    error: refusedCopies(message, send),
    sent_at: send.sent_at,
    message_id: bareMessageId(send.message_id),
    from: { ...message.from, email: send.from_email },
    to: send.contact_email === null ? message.to : [send.contact_email],
  };
}

function failureOf({ status, error, smtp_response: response }: Send): string {
  if (status !== 'bounced') return error ?? 'The answer was not sent.';
  return response === null ? 'The server refused the answer.' : `The server refused the answer: ${response}`;
}

/** The answer was sent to the other addresses. */
function refusedCopies({ cc }: Message, { refused_cc: refused = [] }: Send): string | null {
  const addresses = refused.flatMap((index) => cc[index] ?? []);
  return addresses.length === 0 ? null : `The server refused the copies for ${addresses.join(', ')}.`;
}
