import { INBOX_LIMITS } from '@outreach/contracts-campaigns/inbox';
import { notFound } from '@outreach/errors';
import type { ThreadPorts } from './ports.ts';
import type { FullMessage, Thread } from './thread.ts';

/** Characters of all bodies in one answer; the bodies of earlier messages are left out. */
const BODY_CHARACTERS_MAX = 16 * 1_024 * 1_024;
const NO_BODY = { body_text: '', body_html: null, truncated: true };

export interface ThreadWithMessages {
  readonly thread: Thread;
  /** The newest ones, oldest first. */
  readonly messages: readonly FullMessage[];
}

/** A thread with its newest messages. Reading changes nothing. @throws AppError not_found. */
export async function readThread(ports: ThreadPorts, id: string): Promise<ThreadWithMessages> {
  const thread = await ports.threads.find(id);
  if (thread === undefined) throw notFound();
  const found = await ports.messages.newest(id, INBOX_LIMITS.messagesMax);
  const bodies = await ports.messages.bodiesOf(
    found.map(({ id: messageId }) => messageId).toReversed(),
    BODY_CHARACTERS_MAX,
  );
  return {
    thread,
    messages: found.map((message) => ({ ...message, ...(bodies.get(message.id) ?? NO_BODY) })),
  };
}
