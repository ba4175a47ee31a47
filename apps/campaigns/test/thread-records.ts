import { newId } from '@outreach/service-kit';
import type { ServiceBase } from '@outreach/app-kit';
import { createThreadStores, type ThreadStores } from '../src/threads/index.ts';
import type { FullMessage, Thread } from '../src/threads/thread.ts';

/** Longer than any test. */
const INBOX_DAYS = 3_650;

/** A thread with a reply. */
export function threadOf(workspaceId: string, changes: Partial<Thread> = {}): Thread {
  const at = changes.last_message_at ?? new Date('2026-03-02T12:00:00Z');
  return {
    id: newId('thr'),
    workspace_id: workspaceId,
    campaign_id: newId('cmp'),
    enrollment_id: newId('enr'),
    contact_id: newId('ct'),
    contact_email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Byron',
    contact_updated_at: null,
    sending_account_id: newId('acc'),
    subject: 'A question',
    intent: 'question',
    intent_source: 'auto',
    intent_message_id: newId('msg'),
    status: 'open',
    unread: true,
    snippet: 'How much is it?',
    message_count: 1,
    last_message_at: at,
    created_at: at,
    version: 1,
    ...changes,
  };
}

/** The received message that the intent of the thread is about. */
export function replyOf(thread: Thread, changes: Partial<FullMessage> = {}): FullMessage {
  return {
    id: thread.intent_message_id,
    workspace_id: thread.workspace_id,
    thread_id: thread.id,
    contact_id: thread.contact_id,
    direction: 'in',
    from: { name: 'Ada Byron', email: thread.contact_email },
    to: ['anna@example.org'],
    cc: [],
    subject: 'Re: A question',
    truncated: false,
    sent_at: thread.last_message_at,
    message_id: 'reply-1@mail.example.com',
    references: [],
    send_id: null,
    counted_send_id: null,
    intent: thread.intent,
    status: 'received',
    error: null,
    attachments: [],
    at: thread.last_message_at,
    body_text: 'How much is it?',
    body_html: '<p>How much is it?</p>',
    ...changes,
  };
}

/** Writes threads with their messages as the engine does. */
export async function writeThreads(
  base: Pick<ServiceBase, 'mongo' | 'cursors' | 'sealer' | 'units' | 'inWorkspace'>,
  threads: readonly Thread[],
  messages: readonly FullMessage[] = threads.map((thread) => replyOf(thread)),
): Promise<void> {
  const records: ThreadStores = createThreadStores(base, async () => Promise.resolve(INBOX_DAYS));
  const [first] = threads;
  if (first === undefined) return;
  await base.inWorkspace({ workspaceId: first.workspace_id }, async () =>
    base.units.unitOfWork(async () => {
      await records.threads.write(threads.map((after) => ({ before: undefined, after })));
      await records.messages.insert(messages);
    }),
  );
}
