import type { Clock, NewId } from '@outreach/service-kit';
import type { OutcomeRecorder } from '../outcomes/index.ts';
import type { ImapConnection } from '../sending-accounts/index.ts';
import { matchMessages, type MatchPorts } from './match-messages.ts';
import type { MessageParser } from './message.ts';
import type { InboxPosition, InboxStore, IntentModel } from './ports.ts';
import { readMessage, type ReadMessage } from './read-message.ts';
import { toInbound, type Inbound } from './to-inbound.ts';

/** Messages of one fetch and one transaction. */
const BATCH_MAX = 50;
/** After this many failed sessions in a row, each message has a transaction of its own. */
const SINGLE_FROM = 5;
/** After this many, a message that cannot be committed alone is skipped: it must not stop the mailbox for good. */
const SKIP_FROM = 20;

export interface ReadFolderPorts extends MatchPorts {
  readonly store: InboxStore;
  readonly recorder: OutcomeRecorder;
  readonly parser: MessageParser;
  readonly model: IntentModel | undefined;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Runs reads in a call of the account's workspace. */
  inWorkspace<T>(work: () => Promise<T>): Promise<T>;
  /** Runs writes in a transaction of the account's workspace. */
  commit<T>(work: () => Promise<T>): Promise<T>;
  /** Called after the commit with the kinds of the read messages. */
  onRead(kinds: readonly string[]): void;
  /** Called for a message that is skipped because its results could not be committed. */
  onSkipped(err: unknown): void;
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
  const batchMax = attempt >= SINGLE_FROM ? 1 : BATCH_MAX;
  let { position } = options;
  let canSkip = attempt >= SKIP_FROM;
  const uids = await connection.findFrom(position.last_uid + 1);
  for (let start = 0; start < uids.length && !signal.aborted; start += batchMax) {
    const batch = uids.slice(start, start + batchMax);
    const messages = await fetchBatch(ports, { ...options, position }, batch);
    const sends = await ports.inWorkspace(async () =>
      matchMessages(ports, { account: options.account, messages }),
    );
    const inbound = await toInbounds(ports, { position, signal, sends }, messages);
    const results = { position, lastUid: batch.at(-1) ?? position.last_uid, inbound };
    position = await (canSkip ? commitOrSkip : commitBatch)(ports, results);
    canSkip = false;
    ports.onRead(messages.map((message) => countedKind(message, sends.has(message))));
  }
  return position;
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
): Promise<readonly ReadMessage[]> {
  const messages: ReadMessage[] = [];
  for await (const message of connection.fetch(uids)) {
    if (message.receivedAt < position.read_since) continue;
    messages.push(await readMessage(parser, message));
  }
  return messages;
}

interface Matched {
  readonly position: InboxPosition;
  readonly signal: AbortSignal;
  readonly sends: Awaited<ReturnType<typeof matchMessages>>;
}

async function toInbounds(
  { newId, model, clock }: ReadFolderPorts,
  { position, signal, sends }: Matched,
  messages: readonly ReadMessage[],
): Promise<readonly Inbound[]> {
  const now = new Date(clock.now());
  const inbound: Inbound[] = [];
  for (const message of messages) {
    const send = sends.get(message);
    if (send === undefined) continue;
    const one = await toInbound(message, { position, send, now, newId, model, signal });
    if (one !== undefined) inbound.push(one);
  }
  return inbound;
}

interface Batch {
  readonly position: InboxPosition;
  readonly lastUid: number;
  readonly inbound: readonly Inbound[];
}

/** Only the first message of a session can be skipped: a later failure has another cause. */
async function commitOrSkip(ports: ReadFolderPorts, batch: Batch): Promise<InboxPosition> {
  try {
    return await commitBatch(ports, batch);
  } catch (thrown) {
    if (thrown instanceof PositionMoved) throw thrown;
    const position = await commitBatch(ports, { ...batch, inbound: [] });
    ports.onSkipped(thrown);
    return position;
  }
}

async function commitBatch(
  { store, recorder, clock, commit }: ReadFolderPorts,
  { position, lastUid, inbound }: Batch,
): Promise<InboxPosition> {
  const after: InboxPosition = { ...position, last_uid: lastUid, read_at: new Date(clock.now()) };
  await commit(async () => {
    if (!(await store.move(position, after))) throw new PositionMoved();
    const known = await store.findKeys(
      position.account_id,
      inbound.map(({ record }) => record.message_key),
    );
    const fresh = firstOfKeys(inbound).filter(({ record }) => !known.has(record.message_key));
    await store.insert(fresh.map(({ record }) => record));
    if (fresh.length > 0) await recorder.record(fresh.map(({ outcome }) => outcome));
  });
  return after;
}

/** A folder can have a message twice. */
function firstOfKeys(inbound: readonly Inbound[]): readonly Inbound[] {
  return [...Map.groupBy(inbound, ({ record }) => record.message_key).values()].flatMap(
    ([first]) => first ?? [],
  );
}
