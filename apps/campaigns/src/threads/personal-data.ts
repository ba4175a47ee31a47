import type { PersonalPage } from '@outreach/contracts-common/personal-data';
import type { Send } from '../sends/index.ts';
import type { ThreadRecordPorts } from './ports.ts';
import { contentOfSequence, sentContentOf } from './sent-messages.ts';
import { toMessageRecord, toThreadRecord } from './to-record.ts';

/** The text is missing: it was removed after its time, or it is in the thread. */
const NO_TEXT = { body_text: null, body_html: null };

/** A thread of a contact with its next messages. A thread with more messages is continued in further records. */
export async function readThreadData(
  { threads, messages }: ThreadRecordPorts,
  contactId: string,
  position: string,
): Promise<PersonalPage> {
  const separator = position.indexOf(' ');
  const [threadId, messagesAfter] = [position.slice(0, separator), position.slice(separator + 1)];
  const found = await threads.ofContacts([contactId]);
  const rest = found.filter(({ id }) => id >= threadId).toSorted(byId);
  const [thread, next] = rest;
  if (thread === undefined) return { records: [], after: undefined };
  const page = await messages.readAll(thread.id, thread.id === threadId ? messagesAfter : '');
  const bodies = await messages.bodiesOf(page.messages.map(({ id }) => id));
  const records = page.messages.map((message) => {
    const { body_text, body_html } = bodies.get(message.id) ?? NO_TEXT;
    return { ...toMessageRecord(message), body_text, body_html };
  });
  const nextPosition = next === undefined ? undefined : `${next.id} `;
  return {
    records: [{ ...toThreadRecord(thread), snippet: thread.snippet, messages: records }],
    after: page.after === undefined ? nextPosition : `${thread.id} ${page.after}`,
  };
}

function byId({ id: one }: { readonly id: string }, { id: other }: { readonly id: string }): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Emails to a contact with their texts, answers in threads included. */
export async function readSendData(
  ports: ThreadRecordPorts,
  contactId: string,
  position: string,
): Promise<PersonalPage> {
  const { sends, after } = await ports.history.ofContact(contactId, position);
  const records: object[] = [];
  for (const send of sends) records.push(await recordOf(ports, send));
  return { records, after };
}

async function recordOf(ports: ThreadRecordPorts, send: Send): Promise<object> {
  const { sealed_rendering: rendering, due_at, lease_token, address_digest, version, ...record } = send;
  if (rendering === null) return { ...record, ...NO_TEXT, truncated: false };
  const content = sentContentOf(ports, send, await contentOfSequence(ports, send));
  return { ...record, ...content };
}
