import type { Clock, NewId } from '@outreach/service-kit';
import type { OutcomeRecorder } from '../outcomes/index.ts';
import type { ReplyReceiver } from '../threads/index.ts';
import type { ImapConnection } from '../mail-servers/index.ts';
import { matchMessages, type MatchPorts } from './match-messages.ts';
import type { MessageParser } from './message.ts';
import type { InboxPosition, InboxStore, IntentModel } from './ports.ts';
import { readMessage, type ReadMessage } from './read-message.ts';
import { toInbound, type Inbound } from './to-inbound.ts';

/** Messages of one fetch and one transaction. */
const BATCH_MAX = 50;
/** Messages of one command. */
const FETCH_MAX = 4;
/** A batch with more characters of replies ends: its transaction is small, and the memory of a process is bounded. */
const BATCH_CHARACTERS_MAX = 1_048_576;
/** A message that fails so often while it is read alone is skipped: it must not stop the mailbox for good. */
const FAILURES_MAX = 2;

export interface ReadFolderPorts extends MatchPorts {
  readonly store: Omit<InboxStore, 'readAll'>;
  readonly recorder: OutcomeRecorder;
  readonly receiver: ReplyReceiver;
  readonly parser: MessageParser;
  readonly model: IntentModel | undefined;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Runs reads in a call of the account's workspace. */
  inWorkspace<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a read of the mail server within the memory that a process has for all of them. */
  withMemory<T>(read: () => Promise<T>): Promise<T>;
  /** Runs writes in a transaction of the account's workspace. */
  commit<T>(work: () => Promise<T>): Promise<T>;
  /** Called after the commit with the kinds of the read messages. */
  onRead(kinds: readonly string[]): void;
  /** Called for a message that is skipped because it has failed. */
  onSkipped(uid: number): void;
  /** True for failures that no message causes: of the mail server or the database. */
  isPassing(thrown: unknown): boolean;
}

export interface ReadFolderOptions {
  readonly account: { readonly id: string; readonly email: string };
  /** The folder is selected. */
  readonly connection: ImapConnection;
  readonly position: InboxPosition;
  /** 1 for the first session, and after a session without a failure. */
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** Another worker has read the folder meanwhile: it has the account. */
export class PositionMoved extends Error {
  constructor() {
    super('Another worker has read the folder.');
    this.name = 'PositionMoved';
  }
}

/**
 * Reads the messages after the position, in batches. The results of a batch and its position commit together, so that a
 * crash repeats and loses nothing. Returns the new position. @throws ImapFailed; PositionMoved.
 */
export async function readFolder(ports: ReadFolderPorts, options: ReadFolderOptions): Promise<InboxPosition> {
  const { connection, attempt, signal } = options;
  let { position } = options;
  // After a failure, the messages of the failed batch are read alone, so that the one that fails is found.
  const aloneMax = attempt > 1 ? BATCH_MAX : 0;
  const from = position.last_uid + 1;
  const uids = await ports.withMemory(async () => connection.findFrom(from));
  for (let start = 0; start < uids.length && !signal.aborted;) {
    const isAlone = start < aloneMax;
    const batch = uids.slice(start, start + (isAlone ? 1 : BATCH_MAX));
    position = await (isAlone ? readAlone : readBatch)(ports, { ...options, position }, batch);
    const { last_uid: lastUid } = position;
    start += batch.filter((uid) => uid <= lastUid).length;
  }
  return position;
}

async function readBatch(
  ports: ReadFolderPorts,
  options: ReadFolderOptions,
  uids: readonly number[],
): Promise<InboxPosition> {
  const { account, position, signal } = options;
  const { messages, lastUid } = await ports.withMemory(async () => fetchBatch(ports, options, uids));
  const now = new Date(ports.clock.now());
  const sends = await ports.inWorkspace(async () => matchMessages(ports, account, messages));
  const inbound: Inbound[] = [];
  for (const message of messages) {
    const send = sends.get(message);
    const one = send && (await toInbound(message, { ...ports, position, send, now, signal }));
    if (one !== undefined) inbound.push(one);
  }
  const after = await commitBatch(ports, { position, lastUid, inbound });
  ports.onRead(messages.map((message) => countedKind(message, sends.has(message))));
  return after;
}

/**
 * Reads one message. Its attempt is stored before, so that a message that ends the process counts as failed too. After
 * two failures the position moves behind it.
 */
async function readAlone(
  ports: ReadFolderPorts,
  options: ReadFolderOptions,
  uids: readonly number[],
): Promise<InboxPosition> {
  const { position, signal } = options;
  const uid = uids[0] ?? 0;
  const failures = position.alone?.uid === uid ? position.alone.failures : 0;
  if (failures >= FAILURES_MAX) {
    const after = await commitBatch(ports, { position, lastUid: uid, inbound: [] });
    ports.onSkipped(uid);
    return after;
  }
  const begun = { ...position, alone: { uid, failures: failures + 1 } };
  await moveTo(ports, position, begun);
  try {
    return await readBatch(ports, { ...options, position: begun }, uids);
  } catch (thrown) {
    const isOther = signal.aborted || ports.isPassing(thrown);
    // If this fails too, the message has one more attempt.
    if (isOther) await moveTo(ports, begun, position).catch(() => undefined);
    throw thrown;
  }
}

async function moveTo(
  { store, commit }: Pick<ReadFolderPorts, 'store' | 'commit'>,
  before: InboxPosition,
  after: InboxPosition,
): Promise<void> {
  await commit(async () => {
    if (!(await store.move(before, after))) throw new PositionMoved();
  });
}

/** A report without an email of ours is unproven: anybody can write one. */
function countedKind({ found: { kind } }: ReadMessage, isMatched: boolean): string {
  if (isMatched) return kind;
  return kind === 'bounce' || kind === 'complaint' ? 'unproven' : 'ignored';
}

/** Each source is parsed when it arrives, so that one source at a time is in memory. */
async function fetchBatch(
  { parser }: ReadFolderPorts,
  { connection, position }: ReadFolderOptions,
  uids: readonly number[],
): Promise<{ readonly messages: readonly ReadMessage[]; readonly lastUid: number }> {
  const messages: ReadMessage[] = [];
  let size = 0;
  let end = 0;
  while (end < uids.length && size <= BATCH_CHARACTERS_MAX) {
    const part: ReadMessage[] = [];
    for await (const message of connection.fetch(uids.slice(end, end + FETCH_MAX)))
      if (message.receivedAt >= position.read_since) part.push(await readMessage(parser, message));
    for (const message of part) messages.push(await withFiles(connection, message));
    size += part.reduce((sum, message) => sum + message.size, 0);
    end = Math.min(end + FETCH_MAX, uids.length);
  }
  return { messages, lastUid: uids[end - 1] ?? position.last_uid };
}

/** The end of a long message is not read, but it can have files. */
async function withFiles(connection: ImapConnection, message: ReadMessage): Promise<ReadMessage> {
  const { content } = message;
  if (!message.isCut || content === undefined) return message;
  const files = await connection.listFiles(message.uid);
  return files.length === 0 ? message : { ...message, content: () => content(files) };
}

async function commitBatch(
  { store, recorder, receiver, clock, commit, inWorkspace }: ReadFolderPorts,
  {
    position,
    lastUid,
    inbound,
  }: { readonly position: InboxPosition; readonly lastUid: number; readonly inbound: readonly Inbound[] },
): Promise<InboxPosition> {
  const read_at = new Date(clock.now());
  const after: InboxPosition = { ...position, last_uid: lastUid, read_at, alone: null };
  const replies = firstOfKeys(inbound).flatMap(({ reply }) => reply ?? []);
  const prepared = await inWorkspace(async () => receiver.prepare(replies));
  await commit(async () => {
    if (!(await store.move(position, after))) throw new PositionMoved();
    const known = await store.findKeys(inbound.map(({ record }) => record.message_key));
    const fresh = firstOfKeys(inbound).filter(({ record }) => !known.has(record.message_key));
    await store.insert(fresh.map(({ record }) => record));
    if (fresh.length === 0) return;
    await recorder.record(fresh.flatMap(({ outcome, proof }) => (proof ? [outcome, proof] : [outcome])));
    const added = new Set(fresh.map(({ reply }) => reply));
    await receiver.receive({ ...prepared, replies: prepared.replies.filter((one) => added.has(one)) });
  });
  return after;
}

/** A folder can have a message twice. */
function firstOfKeys(inbound: readonly Inbound[]): readonly Inbound[] {
  return [...Map.groupBy(inbound, ({ record }) => record.message_key).values()].flatMap(
    ([first]) => first ?? [],
  );
}
