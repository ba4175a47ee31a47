import { inboxMessageReceived } from '@outreach/contracts-campaigns/inbox-events';
import type { CallContext } from '@outreach/service-kit';
import type { Enrollment } from '../enrollments/index.ts';
import type { Send } from '../sends/index.ts';
import type { ContactNames, ThreadChange, ThreadRecordPorts } from './ports.ts';
import {
  contentOfSequence,
  sentContentOf,
  toSentMessage,
  wasDelivered,
  type SentContent,
} from './sent-messages.ts';
import { toMessageRecord, toThreadRecord } from './to-record.ts';
import type { FullMessage, ReceivedReply, Thread } from './thread.ts';

/** What is read before the transaction, so that the transaction is short. */
export interface PreparedReplies {
  readonly replies: readonly ReceivedReply[];
  /** By contact id. A deleted contact has no entry. */
  readonly namesOf: ReadonlyMap<string, ContactNames>;
  /** The contents of our emails, by send id. */
  readonly contents: ReadonlyMap<string, SentContent>;
}

/**
 * Reads the names of the contacts and renders our emails, for enrollments without a thread. Replies of erased contacts
 * are left out. @throws AppError unavailable if contacts does not answer.
 */
export async function prepareReplies(
  ports: ThreadRecordPorts,
  ctx: CallContext,
  all: readonly ReceivedReply[],
): Promise<PreparedReplies> {
  const replies = all.filter(({ send }) => send.contact_email !== null);
  const enrollmentIds = [...new Set(replies.map(({ send }) => send.enrollment_id))];
  const known = new Set(
    (await ports.threads.findByEnrollments(enrollmentIds)).map((one) => one.enrollment_id),
  );
  const fresh = replies.filter(({ send }) => !known.has(send.enrollment_id));
  if (fresh.length === 0) return { replies, namesOf: new Map(), contents: new Map() };
  const namesOf = await ports.contacts.namesOf(ctx, [...new Set(fresh.map(({ send }) => send.contact_id))]);
  const sends = await ports.history.ofEnrollments(enrollmentIds.filter((id) => !known.has(id)));
  const contents = new Map<string, SentContent>();
  for (const send of sends.filter(wasDelivered)) {
    const sequence = await contentOfSequence(ports, send);
    const render = (): SentContent => sentContentOf(ports, send, sequence);
    contents.set(send.id, await ports.cpu.run(send.workspace_id, render));
  }
  return { replies, namesOf, contents };
}

/** A thread with the messages that it gets. */
interface Conversation {
  readonly before: Thread | undefined;
  thread: Thread;
}

/** Part of the transaction that records the replies: adds them to their threads, which begin with the emails before. */
export async function receiveReplies(ports: ThreadRecordPorts, prepared: PreparedReplies): Promise<void> {
  if (prepared.replies.length === 0) return;
  const ids = [...new Set(prepared.replies.map(({ send }) => send.enrollment_id))];
  // A contact can have been erased meanwhile.
  const enrollments = (await ports.enrollments.findByIds(ids)).filter((one) => one.contact_email !== null);
  const known = await ports.threads.findByEnrollments(ids);
  const conversations = new Map<string, Conversation>(
    known.map((thread) => [thread.enrollment_id, { before: thread, thread }]),
  );
  const added = enrollments.filter(({ id }) => !conversations.has(id));
  const sends = (await ports.history.ofEnrollments(added.map(({ id }) => id))).filter(wasDelivered);
  const messages: FullMessage[] = [];
  for (const enrollment of added) {
    const begun = await begin(ports, prepared, { enrollment, sends });
    conversations.set(enrollment.id, begun.conversation);
    messages.push(...begun.messages);
  }
  const current = new Set(enrollments.map(({ id }) => id));
  for (const reply of prepared.replies) {
    const { enrollment_id: id } = reply.send;
    const conversation = conversations.get(id);
    if (conversation !== undefined && current.has(id)) messages.push(receive(ports, conversation, reply));
  }
  await write(ports, { conversations, added, messages });
}

async function write(
  ports: ThreadRecordPorts,
  {
    conversations,
    added,
    messages,
  }: {
    readonly conversations: ReadonlyMap<string, Conversation>;
    readonly added: readonly Enrollment[];
    readonly messages: readonly FullMessage[];
  },
): Promise<void> {
  const changes: ThreadChange[] = [...conversations.values()].flatMap(({ before, thread }) =>
    thread === before ? [] : [{ before, after: thread }],
  );
  await ports.threads.write(changes);
  await ports.messages.insert(messages);
  // A concurrent outcome of the enrollment conflicts with it: its email is in the history, or is added to the thread.
  await ports.enrollments.write(
    added.map((before) => {
      const thread_id = conversations.get(before.id)?.thread.id ?? null;
      return { before, after: { ...before, thread_id, version: before.version + 1 } };
    }),
  );
}

/** A thread with the emails that the contact got before its first reply. */
async function begin(
  ports: ThreadRecordPorts,
  { replies, namesOf, contents }: PreparedReplies,
  { enrollment, sends }: { readonly enrollment: Enrollment; readonly sends: readonly Send[] },
): Promise<{ readonly conversation: Conversation; readonly messages: readonly FullMessage[] }> {
  const id = ports.newId('thr');
  const own = sends
    .filter((send) => send.enrollment_id === enrollment.id)
    .toSorted((one, other) => Number(one.sent_at) - Number(other.sent_at));
  const messages: FullMessage[] = [];
  for (const [index, send] of own.entries()) {
    const content = contents.get(send.id) ?? sentContentOf(ports, send, await contentOfSequence(ports, send));
    messages.push(toSentMessage(ports, { threadId: id, send, earlier: own.slice(0, index) }, content));
  }
  const first = replies.find(({ send }) => send.enrollment_id === enrollment.id);
  const names = namesOf.get(enrollment.contact_id);
  const now = new Date(ports.clock.now());
  const thread: Thread = {
    id,
    workspace_id: enrollment.workspace_id,
    campaign_id: enrollment.campaign_id,
    enrollment_id: enrollment.id,
    contact_id: enrollment.contact_id,
    contact_email: names?.email ?? enrollment.contact_email ?? '',
    first_name: names?.first_name ?? null,
    last_name: names?.last_name ?? null,
    contact_updated_at: names === undefined ? null : new Date(names.updated_at),
    sending_account_id: first?.send.sending_account_id ?? enrollment.sending_account_id ?? '',
    subject: messages[0]?.subject ?? first?.content.subject ?? '',
    intent: 'unclassified',
    intent_source: 'auto',
    intent_message_id: '',
    status: 'open',
    unread: false,
    snippet: '',
    message_count: messages.length,
    last_message_at: messages.at(-1)?.at ?? first?.at ?? now,
    created_at: now,
    version: 0,
  };
  return { conversation: { before: undefined, thread }, messages };
}

/** Adds a reply to its conversation, and emits its event. */
function receive(
  { events, newId }: ThreadRecordPorts,
  conversation: Conversation,
  { send, at, intent, snippet, content }: ReceivedReply,
): FullMessage {
  const { thread: before } = conversation;
  const message: FullMessage = {
    ...content,
    id: newId('msg'),
    workspace_id: before.workspace_id,
    thread_id: before.id,
    contact_id: before.contact_id,
    direction: 'in',
    sent_at: at,
    send_id: send.answer_id ?? send.id,
    counted_send_id: send.id,
    intent,
    status: 'received',
    error: null,
    at: orderOf(at, send.sent_at),
  };
  const thread: Thread = {
    ...before,
    intent,
    intent_source: 'auto',
    intent_message_id: message.id,
    status: 'open',
    unread: true,
    snippet,
    message_count: before.message_count + 1,
    last_message_at: at > before.last_message_at ? at : before.last_message_at,
    version: before.version + 1,
  };
  conversation.thread = thread;
  const aggregate = { id: thread.id, version: thread.version };
  events.emit(inboxMessageReceived, {
    aggregate,
    data: { thread: toThreadRecord(thread), message: toMessageRecord(message) },
  });
  return message;
}

/** A reply is behind the email that it answers: servers report the second of the arrival, and clocks differ. */
function orderOf(at: Date, answeredAt: Date | null): Date {
  return answeredAt === null || at > answeredAt ? at : new Date(answeredAt.getTime() + 1);
}
