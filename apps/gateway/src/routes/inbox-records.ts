import { MessageRecord, ThreadRecord } from '@outreach/contracts-campaigns/inbox';
import { REPLY_INTENTS } from '@outreach/contracts-campaigns/records';
import { documentedAs } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { EXAMPLE_TIME, EXAMPLE_ULID } from './route.ts';

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

export const threadExample = {
  id: `thr_${EXAMPLE_ULID}`,
  workspace_id: `ws_${EXAMPLE_ULID}`,
  campaign_id: `cmp_${EXAMPLE_ULID}`,
  enrollment_id: `enr_${EXAMPLE_ULID}`,
  contact: { id: `ct_${EXAMPLE_ULID}`, email: 'maria@example.com', first_name: 'Maria', last_name: 'Silva' },
  sending_account_id: `acc_${EXAMPLE_ULID}`,
  subject: 'A question',
  intent: 'interested',
  intent_source: 'auto',
  status: 'open',
  unread: true,
  snippet: 'Sounds good, please send details.',
  message_count: 2,
  last_message_at: EXAMPLE_TIME,
  created_at: EXAMPLE_TIME,
} satisfies ThreadRecord;

export const messageExample = {
  id: `msg_${EXAMPLE_ULID}`,
  thread_id: threadExample.id,
  direction: 'in',
  from: { name: 'Maria Silva', email: 'maria@example.com' },
  to: ['anna@example.org'],
  cc: [],
  subject: 'Re: A question',
  body_text: 'Sounds good, please send details.',
  body_html: '<p>Sounds good, please send details.</p>',
  truncated: false,
  sent_at: EXAMPLE_TIME,
  message_id: 'CAF0-1b@mail.example.com',
  send_id: `snd_${EXAMPLE_ULID}`,
  intent: 'interested',
  status: 'received',
  error: null,
  attachments: [{ file_name: 'logo.png', content_type: 'image/png', size: 4_096 }],
} satisfies MessageRecord;

export const answerExample = {
  ...messageExample,
  direction: 'out',
  from: { name: 'Anna', email: 'anna@example.org' },
  to: ['maria@example.com'],
  body_text: 'Here they are.\n\nOn Sat, 31 Jan 2026, Maria Silva wrote:\n> Sounds good, please send details.',
  body_html: null,
  sent_at: null,
  message_id: null,
  intent: null,
  status: 'queued',
  attachments: [],
} satisfies MessageRecord;
