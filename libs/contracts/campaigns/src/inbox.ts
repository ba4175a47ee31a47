import { enumOf, recordFields, recordOf } from '@outreach/contracts-common';
import { z } from 'zod';
import type { Thread as RpcThread, ThreadMessage as RpcMessage } from './gen/inbox.ts';
import { REPLY_INTENTS } from './records.ts';

export const THREAD_STATUSES = ['open', 'closed'] as const;
export const INTENT_SOURCES = ['auto', 'user'] as const;
export const MESSAGE_DIRECTIONS = ['in', 'out'] as const;
export const MESSAGE_STATUSES = ['received', 'queued', 'sent', 'failed'] as const;

export const INBOX_LIMITS = {
  /** Bytes of each body of a message, in UTF-8. */
  bodyBytesMax: 262_144,
  attachmentsMax: 100,
  /** Messages in the answer with a thread: the newest ones. */
  messagesMax: 200,
  /** Addresses that get a copy of an answer. */
  ccMax: 10,
} as const;

const text = z.string();
const textOrNull = z.string().nullable();

/** A conversation with a contact. */
export const ThreadRecord = z.object({
  id: recordFields.id,
  workspace_id: recordFields.workspace_id,
  campaign_id: recordFields.campaign_id,
  enrollment_id: recordFields.enrollment_id,
  contact: z
    .object({ id: text, email: text, first_name: textOrNull, last_name: textOrNull })
    .describe('The contact, with its current address and names.'),
  sending_account_id: recordFields.sending_account_id.describe(
    'Id of the sending account whose mailbox has the conversation. Answers are sent by it.',
  ),
  subject: text.describe('Subject of the first message.'),
  intent: enumOf(REPLY_INTENTS).describe('What the last reply means.'),
  intent_source: enumOf(INTENT_SOURCES).describe('`auto` for a classified reply, `user` once corrected.'),
  status: enumOf(THREAD_STATUSES).describe('A received message opens a closed thread.'),
  unread: z.boolean().describe('A received message sets it.'),
  snippet: text.describe('The first characters of the last received message, without quoted text.'),
  message_count: z.int().nonnegative().describe('Number of messages in both directions.'),
  last_message_at: z.iso.datetime().describe('Time of the last message.'),
  created_at: recordFields.created_at,
});
export type ThreadRecord = z.output<typeof ThreadRecord>;

const partySchema = z.object({ name: textOrNull, email: text }).meta({ title: 'MailAddress' });

/** A message of a thread. */
export const MessageRecord = z.object({
  id: recordFields.id,
  thread_id: text.describe('Id of the thread.'),
  direction: enumOf(MESSAGE_DIRECTIONS).describe('`in` for a received message.'),
  from: partySchema.describe('The sender, as the message names it.'),
  to: z.array(text).describe('Addresses in To.'),
  cc: z.array(text).describe('Addresses in Cc.'),
  subject: text.describe('Subject.'),
  body_text: text.describe('The text, at most 262,144 bytes.'),
  body_html: textOrNull.describe(
    'The HTML, sanitised: nothing in it runs or loads from elsewhere. `data-src` has the address of a remote image. At most 262,144 bytes.',
  ),
  truncated: z.boolean().describe('`true` if a body was longer, or is no longer stored.'),
  sent_at: z.iso
    .datetime()
    .nullable()
    .describe('Time of the arrival of a received message; `null` before an answer is sent.'),
  message_id: textOrNull.describe('Message-ID without angle brackets.'),
  send_id: textOrNull.describe('Id of our email, or of the one that a received message answers.'),
  intent: enumOf(REPLY_INTENTS)
    .nullable()
    .describe('What a received message means; `null` for our messages.'),
  status: enumOf(MESSAGE_STATUSES).describe('`received`, or the state of our message.'),
  error: textOrNull.describe('Why our message failed, or `null`.'),
  attachments: z
    .array(
      z.object({
        file_name: textOrNull,
        content_type: text,
        size: z.int().nonnegative().describe('Bytes of the decoded file.'),
      }),
    )
    .describe('The attachments. The files are not stored.'),
});
export type MessageRecord = z.output<typeof MessageRecord>;

/** The record of an RPC message. @throws Error when a time is absent. */
export function toThreadRecord(thread: RpcThread): ThreadRecord {
  const { contact_id, contact_email, contact_first_name, contact_last_name, ...rest } = recordOf(
    thread,
    'last_message_at',
    'created_at',
  );
  const names = { first_name: contact_first_name, last_name: contact_last_name };
  return { ...rest, contact: { id: contact_id, email: contact_email, ...names } };
}

/** The record of an RPC message. */
export function toMessageRecord(message: RpcMessage): MessageRecord {
  const { from_name, from_email, ...rest } = recordOf(message);
  return { ...rest, from: { name: from_name, email: from_email } };
}

/** The data of the events of the inbox: no text of a message. */
export const inboxEventSchema = z.object({
  thread: ThreadRecord.omit({ snippet: true }),
  message: MessageRecord.omit({ body_text: true, body_html: true }),
});
