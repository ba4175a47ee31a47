import type { Connection } from 'mongoose';
import type { DomainEvent } from '@outreach/event-schema';
import type { Clock } from '@outreach/service-kit';
import { counter } from '@outreach/service-kit/metrics';
import { deadlinePassed } from '../units/deadline-passed.ts';
import type { Outbox } from '../units/outbox.ts';
import { approximateSize } from './approximate-size.ts';
import { isForeign, writeAll, type GroupWrite } from './group-writes.ts';
import { createRequestBatcher } from './request-batcher.ts';

const groups = counter('command_groups_total', 'Transactions for several commands, by outcome.', ['outcome']);
const members = counter('command_group_members_total', 'Commands in shared transactions, by outcome.', [
  'outcome',
]);

/** The deferred commit of one command. */
export interface DeferredCommit {
  readonly workspaceId: string;
  readonly deadlineAtMs: number;
  readonly signal: AbortSignal;
  readonly writes: readonly GroupWrite[];
  readonly events: readonly DomainEvent[];
  /** Called in the transaction after everything of the group is written. */
  readonly onWritten: () => Promise<void>;
}

/** Commits concurrent commands in one transaction. */
export interface GroupCommit {
  /**
   * Resolves with true after the commit. Resolves with false when nothing was committed and the command must run in a
   * transaction of its own: there was no room, or a command of the group met a unique index or a newer version.
   * @throws AppError deadline when the deadline of the command has passed.
   */
  join(member: DeferredCommit): Promise<boolean>;
}

export interface GroupCommitOptions {
  readonly connection: Connection;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

interface Waiting {
  readonly member: DeferredCommit;
  readonly end: PromiseWithResolvers<boolean>;
}

/** The group failed before its commit was requested, so nothing was written. */
class GroupFailed extends Error {}

export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
  const batcher = createRequestBatcher<Waiting>({
    sizeOf: ({ member }) => approximateSize([member.writes, member.events]),
    run: async (batch) => {
      const [late, inTime] = partition(batch, ({ member }) => isOver(member, options.clock));
      for (const one of late) one.end.reject(deadlinePassed());
      if (inTime.length > 0) await commitGroup(options, inTime);
    },
  });
  return {
    join: async (member) => {
      if (member.writes.length === 0 && member.events.length === 0) return true;
      if (member.writes.some((write) => isForeign(write, member.workspaceId))) return false;
      const end = Promise.withResolvers<boolean>();
      return batcher.add({ member, end }) ? end.promise : false;
    },
  };
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter((item) => test(item)), items.filter((item) => !test(item))];
}

/** The caller no longer waits: the deadline has passed, or the call was canceled. */
function isOver({ deadlineAtMs, signal }: DeferredCommit, clock: Clock): boolean {
  return deadlineAtMs <= clock.now() || signal.aborted;
}

/** Ids of one process grow with each event. */
function byId(one: DomainEvent, other: DomainEvent): number {
  return one.id < other.id ? -1 : 1;
}

type GroupEnd = { readonly committed: boolean } | { readonly failure: unknown };

async function commitGroup(options: GroupCommitOptions, group: readonly Waiting[]): Promise<void> {
  const end = await transact(
    options,
    group.map(({ member }) => member),
  ).then(
    (): GroupEnd => ({ committed: true }),
    (thrown: unknown): GroupEnd =>
      thrown instanceof GroupFailed ? { committed: false } : { failure: thrown },
  );
  const outcome = 'failure' in end ? 'failed' : end.committed ? 'committed' : 'broken';
  groups.inc({ outcome });
  members.inc({ outcome }, group.length);
  for (const { end: member } of group) {
    if ('failure' in end) member.reject(end.failure);
    else member.resolve(end.committed);
  }
}

/** @throws GroupFailed when nothing was committed; any other error when the outcome is unknown. */
async function transact(
  { connection, outbox, clock }: GroupCommitOptions,
  group: readonly DeferredCommit[],
): Promise<void> {
  // The outbox publishes its rows in the order of their ids, so the events of the group are packed in that order too.
  const events = group.flatMap((member) => member.events).toSorted(byId);
  const session = await connection.startSession();
  try {
    await session.withTransaction(async () => {
      try {
        const writes = group.flatMap((member) => member.writes);
        await writeAll(connection, writes, session);
        if (events.length > 0) await outbox.append(events, session);
        await Promise.all(group.map(async (member) => member.onWritten()));
        if (group.some(({ deadlineAtMs }) => deadlineAtMs <= clock.now())) throw deadlinePassed();
      } catch (cause) {
        throw new GroupFailed('Nothing of the group was committed.', { cause });
      }
    });
  } finally {
    await session.endSession();
  }
  if (events.length > 0) outbox.wakeRelay();
}
