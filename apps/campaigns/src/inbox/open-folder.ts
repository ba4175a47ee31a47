import type { Clock } from '@outreach/service-kit';
import type { ImapConnection } from '../mail-servers/index.ts';
import type { InboxPosition, InboxStore } from './ports.ts';
import { PositionMoved } from './read-folder.ts';

const DAY_MS = 86_400_000;
/** With new UIDs, messages of this time before the last read are read again; known ones are skipped. */
const OVERLAP_MS = 2 * DAY_MS;

export interface OpenFolderPorts {
  readonly store: Pick<InboxStore, 'findPositions' | 'start' | 'move'>;
  readonly clock: Clock;
  inWorkspace<T>(work: () => Promise<T>): Promise<T>;
  commit<T>(work: () => Promise<T>): Promise<T>;
}

export interface OpenFolderOptions {
  readonly accountId: string;
  readonly connection: ImapConnection;
  readonly path: string;
  /** Messages before the first email of the account are no answers. */
  readonly startedAt: Date;
}

/**
 * Selects a folder and finds its position. A new folder is read from the first email of the account on. When the server
 * has given the messages new UIDs, the position moves to the first message that can be new.
 * @throws ImapFailed; PositionMoved.
 */
export async function openFolder(ports: OpenFolderPorts, options: OpenFolderOptions): Promise<InboxPosition> {
  const { accountId, connection, path, startedAt } = options;
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
