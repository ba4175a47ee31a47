import type { ImapConnection } from '../mail-servers/index.ts';
import type { InboxPosition } from './ports.ts';
import { PositionMoved, readFolder, type ReadFolderPorts } from './read-folder.ts';

const INBOX = 'INBOX';
/** Mailboxes are read at least every 60 s, also where the server reports nothing. */
const POLL_MS = 50_000;

const DAY_MS = 86_400_000;
/** With new UIDs, messages of this time before the last read are read again; known ones are skipped. */
const OVERLAP_MS = 2 * DAY_MS;

/** Times between reads of the inbox, whatever the server reports. */
export interface ReadPauses {
  readonly minMs: number;
  /** After reads that have found nothing new, although the server reported it; the pause doubles up to it. */
  readonly maxMs: number;
}

const PAUSES: ReadPauses = { minMs: 1_000, maxMs: 30_000 };

export interface WatchMailboxOptions {
  readonly account: { readonly id: string; readonly email: string };
  readonly connection: ImapConnection;
  /** Messages before the first email of the account are no answers. */
  readonly startedAt: Date;
  /** 1 for the first session, and after a session without a failure. */
  readonly attempt: number;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  readonly pauses?: ReadPauses;
  /** Called whenever all folders have been read. */
  readonly onRead?: () => void;
}

/**
 * Reads the inbox and the folder for spam until the signal aborts: bounces and answers can be in both. New messages of
 * the inbox are read at once where the server has IDLE. @throws ImapFailed; PositionMoved.
 */
export async function watchMailbox(ports: ReadFolderPorts, options: WatchMailboxOptions): Promise<void> {
  const { connection, signal } = options;
  const { junk } = await connection.findFolders();
  let junkPosition: InboxPosition | undefined;
  while (!signal.aborted) {
    if (junk !== undefined && (await hasNews(connection, junk, junkPosition)))
      junkPosition = await read(ports, options, junk);
    await watchInbox(ports, options, POLL_MS);
  }
}

/** Reads the inbox until the time is over. */
async function watchInbox(ports: ReadFolderPorts, options: WatchMailboxOptions, ms: number): Promise<void> {
  const { account, connection, attempt, signal, pauses = PAUSES } = options;
  let pauseMs = pauses.minMs;
  const endMs = ports.clock.now() + ms;
  let position = await read(ports, options, INBOX);
  options.onRead?.();
  for (;;) {
    const leftMs = endMs - ports.clock.now();
    if (leftMs <= 0 || signal.aborted) return;
    await connection.waitForMessages({ minMs: pauseMs, maxMs: leftMs }, signal);
    const { last_uid: lastUid } = position;
    position = await readFolder(ports, { account, connection, position, attempt, signal });
    pauseMs = position.last_uid > lastUid ? pauses.minMs : Math.min(2 * pauseMs, pauses.maxMs);
  }
}

async function read(
  ports: ReadFolderPorts,
  options: WatchMailboxOptions,
  path: string,
): ReturnType<typeof readFolder> {
  const { account, connection, attempt, signal } = options;
  const position = await openFolder(ports, options, path);
  return readFolder(ports, { account, connection, position, attempt, signal });
}

/**
 * Selects a folder and finds its position. A new folder is read from the first email of the account on. When the server
 * has given the messages new UIDs, the position moves to the first message that can be new.
 * @throws ImapFailed; PositionMoved.
 */
async function openFolder(
  ports: ReadFolderPorts,
  { account: { id: accountId }, connection, startedAt }: WatchMailboxOptions,
  path: string,
): Promise<InboxPosition> {
  const { uidValidity, uidNext } = await connection.open(path);
  const stored = await ports.inWorkspace(async () => ports.store.findPositions(accountId));
  const before = stored.find(({ mailbox }) => mailbox === path);
  if (before?.uid_validity === uidValidity) return before;
  const since =
    before === undefined
      ? startedAt
      : later(before.read_since, new Date(before.read_at.getTime() - OVERLAP_MS));
  const [first = uidNext] = await connection.findSince(since);
  const position: InboxPosition = {
    account_id: accountId,
    mailbox: path,
    uid_validity: uidValidity,
    last_uid: Math.max(first - 1, 0),
    read_since: since,
    read_at: before?.read_at ?? new Date(ports.clock.now()),
    alone: null,
  };
  if (before === undefined) return ports.commit(async () => ports.store.start(position));
  await ports.commit(async () => {
    if (!(await ports.store.move(before, position))) throw new PositionMoved();
  });
  return position;
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

/** False if the folder has no message after the position; then it is not selected. */
async function hasNews(
  connection: ImapConnection,
  path: string,
  position: InboxPosition | undefined,
): Promise<boolean> {
  if (position === undefined) return true;
  const folder = await connection.status(path);
  if (folder === undefined) return false;
  return folder.uidValidity !== position.uid_validity || folder.uidNext > position.last_uid + 1;
}
