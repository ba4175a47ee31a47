import { notFound } from '@outreach/errors';
import { isAutomatic, type ReplyIntent } from '../feedback/index.ts';
import type { Send } from '../sends/index.ts';
import { replyCounters, sumCounters } from '../stats/index.ts';
import type { ThreadPorts } from './ports.ts';
import type { Message, Thread } from './thread.ts';

export interface ThreadUpdate {
  readonly status?: Thread['status'] | undefined;
  readonly unread?: boolean | undefined;
  readonly intent?: ReplyIntent | undefined;
}

/**
 * Part of a transaction: changes what a user decides about a thread. A corrected intent moves the counters of the reply; it
 * suppresses nobody, stops no enrollment and emits nothing. @throws AppError not_found.
 */
export async function updateThread(
  ports: ThreadPorts,
  id: string,
  { status, unread, intent }: ThreadUpdate,
): Promise<Thread> {
  const before = await ports.threads.find(id);
  if (before === undefined) throw notFound();
  const after: Thread = {
    ...before,
    status: status ?? before.status,
    unread: unread ?? before.unread,
    ...(intent !== undefined && { intent, intent_source: 'user' as const }),
  };
  if (intent !== undefined && intent !== before.intent) await correctIntent(ports, before, intent);
  if (isSame(before, after)) return before;
  const next = { ...after, version: before.version + 1 };
  await ports.threads.write([{ before, after: next }]);
  return next;
}

function isSame(before: Thread, after: Thread): boolean {
  return (['status', 'unread', 'intent', 'intent_source'] as const).every(
    (field) => before[field] === after[field],
  );
}

/** The last received message gets the intent, and its counters move. */
async function correctIntent(ports: ThreadPorts, thread: Thread, intent: ReplyIntent): Promise<void> {
  const message = await ports.messages.find(thread.intent_message_id);
  if (message === undefined) return;
  await ports.messages.save([{ ...message, intent }]);
  const [send] = await ports.sends.findByIds([message.counted_send_id ?? '']);
  if (send === undefined) return;
  const change = { message, send, before: thread.intent, after: intent };
  await moveCounters(ports, change, await crossing(ports, change));
}

interface IntentChange {
  readonly message: Message;
  readonly send: Send;
  readonly before: ReplyIntent;
  readonly after: ReplyIntent;
}

/** How a change between a human and an automatic reply changes what is counted once per contact and per email. */
interface Crossing {
  readonly uniqueReplied: -1 | 0 | 1;
  readonly repliedAt: Date | null;
}

async function crossing(
  { messages, enrollments, clock }: ThreadPorts,
  { message, send, before, after }: IntentChange,
): Promise<Crossing> {
  const same: Crossing = { uniqueReplied: 0, repliedAt: send.replied_at };
  if (isAutomatic(before) === isAutomatic(after)) return same;
  const { thread_id: threadId, id } = message;
  const isOnly = !(await messages.hasHumanReply(threadId, { id }));
  const isOnlyOfSend = !(await messages.hasHumanReply(threadId, { id, sendId: send.id }));
  const hasReplied = !isAutomatic(after);
  if (isOnly) await setReplied({ enrollments, clock }, send.enrollment_id, hasReplied);
  return {
    uniqueReplied: isOnly ? (hasReplied ? 1 : -1) : 0,
    repliedAt: isOnlyOfSend ? (hasReplied ? message.at : null) : send.replied_at,
  };
}

async function setReplied(
  { enrollments, clock }: Pick<ThreadPorts, 'enrollments' | 'clock'>,
  enrollmentId: string,
  replied: boolean,
): Promise<void> {
  const before = await enrollments.findById(enrollmentId);
  if (before === undefined) return;
  const after = { ...before, replied, updated_at: new Date(clock.now()), version: before.version + 1 };
  await enrollments.write([{ before, after }]);
}

/** The counters move at the time of the reply, so that those of a period stay right. */
async function moveCounters(
  { sends, stats }: ThreadPorts,
  { message, send, before, after }: IntentChange,
  { uniqueReplied, repliedAt }: Crossing,
): Promise<void> {
  const counts = send.reply_counts;
  const moved = { [before]: Math.max(0, (counts[before] ?? 0) - 1), [after]: (counts[after] ?? 0) + 1 };
  const changed: Send = {
    ...send,
    reply_counts: { ...counts, ...moved },
    replied_at: repliedAt,
    version: send.version + 1,
  };
  await sends.save([{ before: send, after: changed }]);
  const unique = uniqueReplied === 0 ? {} : { unique_replied: uniqueReplied };
  await stats.count([
    {
      campaignId: send.campaign_id,
      accountId: send.sending_account_id,
      stepId: send.step_id,
      variantId: send.variant_id,
      at: message.at,
      counts: sumCounters([replyCounters.corrected(before, after), unique]),
    },
  ]);
}
