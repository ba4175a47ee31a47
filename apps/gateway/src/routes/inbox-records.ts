import { MessageRecord, ThreadRecord } from '@outreach/contracts-campaigns/inbox';
import { REPLY_INTENTS } from '@outreach/contracts-campaigns/records';
import { inboxExample } from '@outreach/contracts-campaigns/examples';
import { documentedAs } from '@outreach/http-kit/fields';
import { z } from 'zod';

export const Thread = ThreadRecord.meta({ id: 'Thread' });
export const Message = MessageRecord.meta({ id: 'ThreadMessage' });
export const ThreadWithMessages = ThreadRecord.extend({
  messages: z.array(Message).describe('The newest 200 messages, oldest first.'),
}).meta({ id: 'ThreadWithMessages' });

const count = z.int().nonnegative();

export const InboxSummary = z
  .object({
    unread: count.describe('Number of unread threads.'),
    open: count.describe('Number of open threads.'),
    closed: count.describe('Number of closed threads.'),
    by_intent: documentedAs(z.record(z.string(), count), {
      type: 'object',
      properties: Object.fromEntries(
        REPLY_INTENTS.map((intent) => [intent, { type: 'integer', minimum: 0 }]),
      ),
      required: [...REPLY_INTENTS],
      additionalProperties: false,
    }).describe('Number of open threads by intent; zeros included.'),
  })
  .meta({ id: 'InboxSummary' });

export const inboxSummaryExample = {
  unread: 1,
  open: 1,
  closed: 0,
  by_intent: { ...Object.fromEntries(REPLY_INTENTS.map((intent) => [intent, 0])), interested: 1 },
};

const { thread, message } = inboxExample;

export const threadExample: ThreadRecord = { ...thread, snippet: 'Sounds good, please send details.' };

export const messageExample: MessageRecord = {
  ...message,
  body_text: 'Sounds good, please send details.',
  body_html: '<p>Sounds good, please send details.</p>',
  attachments: [{ file_name: 'logo.png', content_type: 'image/png', size: 4_096 }],
};

export const answerExample = {
  ...messageExample,
  direction: 'out',
  from: { name: 'Anna', email: 'anna@example.org' },
  to: ['ada@example.com'],
  body_text: 'Here they are.\n\nOn Sat, 31 Jan 2026, Ada Byron wrote:\n> Sounds good, please send details.',
  body_html: null,
  sent_at: null,
  message_id: null,
  intent: null,
  status: 'queued',
  attachments: [],
} satisfies MessageRecord;
