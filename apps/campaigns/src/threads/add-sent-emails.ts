import type { Send } from '../sends/index.ts';
import type { ThreadChange, ThreadRecordPorts } from './ports.ts';
import { contentOfSequence, sentContentOf, toSentMessage, wasDelivered } from './sent-messages.ts';
import type { FullMessage } from './thread.ts';

/** An email that was sent, and the thread of its enrollment. */
export interface SentEmail {
  readonly threadId: string;
  readonly send: Send;
}

/** Part of a transaction: adds emails that were sent after the beginning of their threads. */
export async function addSentEmails(ports: ThreadRecordPorts, all: readonly SentEmail[]): Promise<void> {
  const sent = all.filter(({ send }) => send.contact_email !== null && wasDelivered(send));
  if (sent.length === 0) return;
  const found = await ports.threads.findByIds([...new Set(sent.map(({ threadId }) => threadId))]);
  const changes = new Map<string, ThreadChange>(found.map((one) => [one.id, { before: one, after: one }]));
  const known = await ports.messages.ofSends(sent.map(({ send }) => send.id));
  const messages: FullMessage[] = [];
  for (const { threadId, send } of sent) {
    const change = changes.get(threadId);
    if (change === undefined || known.has(send.id)) continue;
    const content = sentContentOf(ports, send, await contentOfSequence(ports, send));
    const message = toSentMessage(ports, { threadId, send, earlier: [] }, content);
    messages.push(message);
    const { after } = change;
    const last_message_at = message.at > after.last_message_at ? message.at : after.last_message_at;
    changes.set(threadId, {
      ...change,
      after: {
        ...after,
        message_count: after.message_count + 1,
        last_message_at,
        version: after.version + 1,
      },
    });
  }
  await ports.threads.write([...changes.values()].filter(({ before, after }) => before !== after));
  await ports.messages.insert(messages);
}
