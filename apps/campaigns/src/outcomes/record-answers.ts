import type { SendStatus } from '@outreach/contracts-campaigns/records';
import { inboxMessageSent } from '@outreach/contracts-campaigns/inbox-events';
import type { EventSink } from '@outreach/event-schema';
import { bareMessageId } from '@outreach/values';
import type { Send } from '../sends/index.ts';
import {
  toMessageRecord,
  toThreadRecord,
  type Message,
  type Thread,
  type ThreadRecords,
} from '../threads/index.ts';
import type { AnswerRecords } from './applied.ts';
import type { Changes } from './outcome-changes.ts';

/** The records of the answers among the sends, by the id of the send. Reads nothing if there are none. */
export async function readAnswers(
  { threads, messages }: ThreadRecords,
  sends: readonly Send[],
): Promise<ReadonlyMap<string, AnswerRecords>> {
  const answers = sends.filter(({ thread_id: id }) => id !== undefined);
  if (answers.length === 0) return new Map();
  const messageOf = await messages.ofSends(answers.map(({ id }) => id));
  const ids = new Set([...messageOf.values()].map(({ thread_id: id }) => id));
  const threadOf = new Map((await threads.findByIds([...ids])).map((thread) => [thread.id, thread]));
  return new Map(
    [...messageOf].flatMap(([sendId, message]) => {
      const thread = threadOf.get(message.thread_id);
      return thread === undefined ? [] : [[sendId, { message, thread }] as const];
    }),
  );
}

/** Part of a transaction: stores the messages of changed answers. A sent one moves its thread to the top. */
export async function recordAnswers(
  { threads, events }: { readonly threads: ThreadRecords; readonly events: EventSink },
  changes: Changes,
): Promise<void> {
  const saved: Message[] = [];
  const sent: Message[] = [];
  const threadOf = new Map<string, { readonly before: Thread; after: Thread }>();
  for (const { before, after: send } of changes.changedSubjects()) {
    if (before.answer === undefined) continue;
    const { message, thread } = before.answer;
    const after = messageAfter(message, send);
    if (after === message) continue;
    saved.push(after);
    if (after.status !== 'sent' || message.status === 'sent' || after.sent_at === null) continue;
    sent.push(after);
    const change = threadOf.get(thread.id) ?? {
      before: thread,
      after: { ...thread, version: thread.version + 1 },
    };
    threadOf.set(thread.id, { ...change, after: withMessageAt(change.after, after.sent_at) });
  }
  await threads.messages.save(saved);
  await threads.threads.write([...threadOf.values()]);
  for (const message of sent) {
    const thread = threadOf.get(message.thread_id)?.after;
    if (thread === undefined) continue;
    events.emit(inboxMessageSent, {
      aggregate: { id: thread.id, version: thread.version },
      data: { thread: toThreadRecord(thread), message: toMessageRecord(message) },
    });
  }
}

function withMessageAt(thread: Thread, at: Date): Thread {
  return at > thread.last_message_at ? { ...thread, last_message_at: at } : thread;
}

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
function messageAfter(message: Message, send: Send): Message {
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
