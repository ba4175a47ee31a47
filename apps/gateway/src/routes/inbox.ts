import { campaignErrors } from '@outreach/contracts-campaigns';
import { inboxExample } from '@outreach/contracts-campaigns/examples';
import {
  INBOX_LIMITS,
  MessageRecord,
  THREAD_STATUSES,
  ThreadRecord,
  toMessageRecord,
  toThreadRecord,
} from '@outreach/contracts-campaigns/inbox';
import { REPLY_INTENTS } from '@outreach/contracts-campaigns/records';
import {
  cursor,
  documentedAs,
  email,
  id,
  optionalText,
  pageSize,
  queryFlag,
  text,
} from '@outreach/http-kit/fields';
import { withoutNull } from '@outreach/values';
import { z } from 'zod';
import { commaList, searchIn } from './contact-lists.ts';
import { requirePresent, route, toPageRequest } from './route.ts';
import { booleanOr, optionalBoolean, optionalEnum } from './optional-fields.ts';
import { Resource } from './resource.ts';

const Thread = ThreadRecord.meta({ id: 'Thread' });
const Message = MessageRecord.meta({ id: 'ThreadMessage' });
const ThreadWithMessages = ThreadRecord.extend({
  messages: z.array(Message).describe('The newest 200 messages, oldest first.'),
}).meta({ id: 'ThreadWithMessages' });

const count = z.int().nonnegative();

const InboxSummary = z
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

const threadExample: ThreadRecord = { ...thread, snippet: 'Sounds good, please send details.' };

const messageExample: MessageRecord = {
  ...message,
  body_text: 'Sounds good, please send details.',
  body_html: '<p>Sounds good, please send details.</p>',
  attachments: [{ file_name: 'logo.png', content_type: 'image/png', size: 4_096 }],
};

const answerExample = {
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

const params = z.object({ thread_id: id('thr').describe('Id of the thread.') });
const byId = { params: { thread_id: threadExample.id } };
const resource = new Resource({
  path: '/api/v1/inbox/threads/{thread_id}/',
  params,
  record: Thread,
  example: threadExample,
  toRecord: toThreadRecord,
});
const reads = { tags: ['inbox'], scope: ['campaigns:read'] } as const;
const writes = { tags: ['inbox'], scope: ['campaigns:write'] } as const;

const UpdateBody = z
  .object({
    status: optionalEnum(THREAD_STATUSES),
    unread: optionalBoolean(),
    intent: optionalEnum(REPLY_INTENTS),
  })
  .meta({ id: 'ThreadUpdate' });

const ReplyBody = z
  .object({
    body_text: text(INBOX_LIMITS.bodyBytesMax).describe('The text of the answer.'),
    body_html: optionalText(INBOX_LIMITS.bodyBytesMax).describe('The same answer as HTML.'),
    cc: z
      .array(email())
      .max(INBOX_LIMITS.ccMax, `must be at most ${INBOX_LIMITS.ccMax} items long`)
      .default([])
      .describe('Addresses that get a copy.'),
    despite_unsubscribe: booleanOr(false).describe('Answers also a contact that has unsubscribed.'),
  })
  .meta({ id: 'ThreadReply' });

/** The conversations with contacts. */
export const inboxRoutes = [
  resource.search({
    ...reads,
    operationId: 'listThreads',
    summary: 'List threads',
    description:
      'A thread is the conversation with one contact of a campaign, from its first reply on. By the last message, newest first.',
    query: z.object({
      status: z.enum(THREAD_STATUSES).optional().describe('Only threads with this status.'),
      intent: commaList(REPLY_INTENTS),
      campaign_id: id('cmp').optional().describe('Id of the campaign.'),
      sending_account_id: id('acc').optional().describe('Id of the sending account.'),
      contact_id: id('ct').optional().describe('Id of the contact.'),
      unread: queryFlag().describe('Only unread threads, or only read ones.'),
      search: searchIn('the subject, the names or the address; the texts are not searched'),
      page_size: pageSize(),
      cursor: cursor(),
    }),
    asked: { status: 'open', intent: 'interested,question' },
    call: async (ctx, { intent = [], page_size, cursor, ...filter }, { campaigns }) => {
      const page = toPageRequest({ page_size, cursor });
      return campaigns.listThreads(ctx, { page, intents: intent, ...filter });
    },
    items: ({ threads }) => threads,
  }),
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/inbox/summary/',
    operationId: 'getInboxSummary',
    summary: 'Count the threads',
    responses: { 200: InboxSummary },
    example: { responses: { 200: inboxSummaryExample } },
    handle: async ({ ctx }, { campaigns }) => {
      const { unread, open, closed, by_intent } = await campaigns.getInboxSummary(ctx, {});
      const counts = new Map(by_intent.map(({ intent, threads }) => [intent, threads]));
      const byIntent = Object.fromEntries(REPLY_INTENTS.map((intent) => [intent, counts.get(intent) ?? 0]));
      return { status: 200, body: { unread, open, closed, by_intent: byIntent } };
    },
  }),
  route({
    ...reads,
    method: 'get',
    params,
    path: '/api/v1/inbox/threads/{thread_id}/',
    operationId: 'getThread',
    summary: 'Get a thread with its messages',
    description:
      'The newest 200 messages in both directions. Reading changes nothing: `PATCH` marks a thread as read.',
    responses: { 200: ThreadWithMessages },
    example: { ...byId, responses: { 200: { ...threadExample, messages: [messageExample] } } },
    handle: async ({ ctx, params: { thread_id } }, { campaigns }) => {
      const { thread, messages } = await campaigns.getThread(ctx, { id: thread_id });
      const record = toThreadRecord(requirePresent(thread));
      return { status: 200, body: { ...record, messages: messages.map(toMessageRecord) } };
    },
  }),
  resource.update({
    ...writes,
    operationId: 'updateThread',
    summary: 'Update a thread',
    description:
      'A corrected `intent` moves the counters of the reply in the analytics of its campaign; it suppresses nobody and sends no event. The next reply sets the intent again.',
    body: UpdateBody,
    given: { unread: false, intent: 'meeting_requested' },
    changed: { unread: false, intent: 'meeting_requested', intent_source: 'user' },
    call: async (ctx, { id, body }, { campaigns }) =>
      (await campaigns.updateThread(ctx, { id, ...withoutNull(body) })).thread,
  }),
  route({
    ...writes,
    method: 'post',
    params,
    path: '/api/v1/inbox/threads/{thread_id}/reply/',
    operationId: 'replyToThread',
    summary: 'Answer in a thread',
    description:
      'The sending account of the thread sends the answer to the address of the contact, with its signature and the quoted message below. It counts in the daily limit of the account, and in no limit of the campaign. A suppressed address answers 422; for a contact that has only unsubscribed, `error.reason` is `unsubscribed`, and `despite_unsubscribe` sends the answer.',
    idempotent: true,
    body: ReplyBody,
    responses: { 201: Message },
    errors: [campaignErrors.suppressedAnswer, campaignErrors.inactiveInbox],
    example: {
      ...byId,
      body: { body_text: 'Here they are.', cc: ['tom@example.org'] },
      responses: { 201: answerExample },
    },
    handle: async ({ ctx, params: { thread_id }, body }, { campaigns }) => {
      const { message } = await campaigns.replyToThread(ctx, { id: thread_id, ...withoutNull(body) });
      return { status: 201, body: toMessageRecord(requirePresent(message)) };
    },
  }),
];
