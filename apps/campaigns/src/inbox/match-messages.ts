import type { Candidates } from './classify-message.ts';
import type { AddressLookup, SendLookup, SendReference } from './ports.ts';
import type { ReadMessage } from './read-message.ts';
import type { MessageIds } from '../sends/index.ts';
import { namesIn } from './send-references.ts';

const DAY_MS = 86_400_000;
/** A message of a contact answers an email of the last 60 days, also without a Message-ID. */
const ANSWER_MS_MAX = 60 * DAY_MS;
/** The clock of a mail server may differ by this time. */
const CLOCK_SKEW_MS = 5 * 60_000;

export interface MatchPorts {
  readonly messageIds: Pick<MessageIds, 'verify'>;
  readonly sends: SendLookup;
  readonly addresses: AddressLookup;
}

/** The send that each message is about; messages about no send have no entry. */
export async function matchMessages(
  ports: MatchPorts,
  account: { readonly id: string; readonly email: string },
  messages: readonly ReadMessage[],
): Promise<ReadonlyMap<ReadMessage, SendReference>> {
  const received = messages.filter((message) => !(isReply(message) && message.from === account.email));
  const { named, unnamed } = await findNamed(ports, received);
  const counted = await repliedSteps(ports.sends, named);
  return new Map([...counted, ...(await findByAddress(ports, account.id, unnamed))]);
}

function candidatesOf({ found }: ReadMessage): Candidates {
  return found.kind === 'ignored' ? { names: [], address: null } : found;
}

function isReply({ found: { kind } }: ReadMessage): boolean {
  return kind === 'reply' || kind === 'auto_reply';
}

interface NamedMessages {
  readonly named: ReadonlyMap<ReadMessage, SendReference>;
  readonly unnamed: readonly ReadMessage[];
}

/**
 * By the Message-IDs in the message that are ours, of any account of the workspace; the first send that exists. Left out
 * are emails of ours to the mailbox of another account, and messages that their sender has added to the conversation.
 */
async function findNamed(
  { sends, messageIds }: MatchPorts,
  messages: readonly ReadMessage[],
): Promise<NamedMessages> {
  const idsIn = (names: readonly string[]): readonly string[] =>
    names.flatMap((name) => messageIds.verify(name) ?? []);
  const all = messages.map((message) => ({
    message,
    own: isReply(message) ? idsIn(namesIn(message.key)) : [],
    ids: idsIn(candidatesOf(message).names),
  }));
  const found = await sends.findByIds([...new Set(all.flatMap(({ own, ids }) => [...own, ...ids]))]);
  const byId = new Map(found.map((send) => [send.id, send]));
  const named = new Map<ReadMessage, SendReference>();
  const unnamed: ReadMessage[] = [];
  for (const { message, own, ids } of all) {
    if (own.some((id) => byId.has(id))) continue;
    const send = ids.map((id) => byId.get(id)).find((one) => one !== undefined);
    if (send === undefined) unnamed.push(message);
    else if (!isReply(message) || message.from !== send.from_email) named.set(message, send);
  }
  return { named, unnamed };
}

/** A reply to an answer of a thread counts for the last email that its enrollment has sent. */
async function repliedSteps(
  sends: SendLookup,
  found: ReadonlyMap<ReadMessage, SendReference>,
): Promise<ReadonlyMap<ReadMessage, SendReference>> {
  const replied = [...found].filter(
    ([message, { thread_id: threadId }]) => isReply(message) && threadId !== undefined,
  );
  if (replied.length === 0) return found;
  const enrollmentIds = new Set(replied.map(([, { enrollment_id: id }]) => id));
  const sent = await sends.findSince([...enrollmentIds], new Date(0));
  const steps = replied.flatMap(([message, answer]) => {
    const step = sent.find((send) => send.enrollment_id === answer.enrollment_id);
    return step === undefined ? [] : [[message, { ...step, answer_id: answer.id }] as const];
  });
  return new Map([...found, ...steps]);
}

/** By the address of a contact: the latest email that it received before the message. */
async function findByAddress(
  { sends, addresses }: MatchPorts,
  accountId: string,
  messages: readonly ReadMessage[],
): Promise<ReadonlyMap<ReadMessage, SendReference>> {
  const emails = new Set(messages.flatMap((message) => candidatesOf(message).address ?? []));
  if (emails.size === 0) return new Map();
  const enrollments = await addresses.ofAddresses(accountId, [...emails]);
  if (enrollments.size === 0) return new Map();
  const oldest = Math.min(...messages.map(({ receivedAt }) => receivedAt.getTime()));
  const sent = await sends.findSince([...enrollments.values()].flat(), new Date(oldest - ANSWER_MS_MAX));
  return new Map(
    messages.flatMap((message) => {
      const ids = new Set(enrollments.get(candidatesOf(message).address ?? ''));
      const send = sent.find((one) => ids.has(one.enrollment_id) && canAnswer(message, one));
      return send === undefined ? [] : [[message, send] as const];
    }),
  );
}

/** A mailbox may be read long after a message has arrived: the message answers no email that was sent after it. */
function canAnswer({ receivedAt }: ReadMessage, { sent_at }: SendReference): boolean {
  if (sent_at === null) return false;
  const ageMs = receivedAt.getTime() - sent_at.getTime();
  return ageMs >= -CLOCK_SKEW_MS && ageMs <= ANSWER_MS_MAX;
}
