import type { Connection } from 'mongoose';
import type { DomainEvent } from '@outreach/event-schema';
import { counter, type Clock } from '@outreach/service-kit';
import { createGatherer } from './request-batcher.ts';
import { isForeign, writeAll, type GroupWrite } from './group-writes.ts';
import { tooLate } from '../units/deadline-passed.ts';
import type { Outbox } from '../units/units.ts';

const groups = counter('command_groups_total', 'Transactions for several commands, by how they ended.', [
  'outcome',
]);
const members = counter('command_group_members_total', 'Commands in such transactions.', ['outcome']);

/** What a command wants to be committed, and until when. */
export interface GroupMember {
  readonly workspaceId: string;
  readonly deadlineAtMs: number;
  readonly signal: AbortSignal;
  readonly writes: readonly GroupWrite[];
  readonly events: readonly DomainEvent[];
  /** Told in the transaction, once everything of the group is written. */
  readonly written: () => Promise<void>;
}

/** Commits what commands of one moment want to be committed in one transaction. */
export interface GroupCommit {
  /**
   * True once it is committed; false when nothing of it is, and the command must run in a transaction of its own: there
   * was no room, or the group met a unique index or a newer version, by this member or by another.
   * @throws AppError deadline when the command's time was over before.
   */
  join(member: GroupMember): Promise<boolean>;
}

export interface GroupCommitOptions {
  readonly connection: Connection;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

interface Waiting {
  readonly member: GroupMember;
  readonly end: PromiseWithResolvers<boolean>;
}

/** The group left nothing behind: it failed before its commit was asked for. */
class Broken extends Error {}

export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
  const gatherer = createGatherer<Waiting>(async (batch) => {
    const inTime = batch.filter(({ member }) => !isOver(member, options.clock));
    for (const one of batch) if (!inTime.includes(one)) one.end.reject(tooLate());
    if (inTime.length > 0) await commitGroup(options, inTime);
  });
  return {
    join: async (member) => {
      if (member.writes.some((write) => isForeign(write, member.workspaceId))) return false;
      const end = Promise.withResolvers<boolean>();
      return gatherer.add({ member, end }) ? end.promise : false;
    },
  };
}

/** Nobody waits for a command past its deadline, or for one whose caller has gone. */
function isOver({ deadlineAtMs, signal }: GroupMember, clock: Clock): boolean {
  return deadlineAtMs <= clock.now() || signal.aborted;
}

type GroupEnd = { readonly committed: boolean } | { readonly failure: unknown };

async function commitGroup(options: GroupCommitOptions, group: readonly Waiting[]): Promise<void> {
  const end = await transact(
    options,
    group.map(({ member }) => member),
  ).then(
    (): GroupEnd => ({ committed: true }),
    (thrown: unknown): GroupEnd => (thrown instanceof Broken ? { committed: false } : { failure: thrown }),
  );
  const outcome = 'failure' in end ? 'failed' : end.committed ? 'committed' : 'broken';
  groups.inc({ outcome });
  members.inc({ outcome }, group.length);
  for (const { end: member } of group) {
    if ('failure' in end) member.reject(end.failure);
    else member.resolve(end.committed);
  }
}

/** @throws Broken when nothing was committed; anything else when nobody knows. */
async function transact(
  { connection, outbox, clock }: GroupCommitOptions,
  group: readonly GroupMember[],
): Promise<void> {
  const events = group.flatMap((member) => member.events);
  const session = await connection.startSession();
  try {
    await session.withTransaction(async () => {
      try {
        const writes = group.flatMap((member) => member.writes);
        await writeAll(connection, writes, session);
        if (events.length > 0) await outbox.append(events, session);
        await Promise.all(group.map(async (member) => member.written()));
        if (group.some(({ deadlineAtMs }) => deadlineAtMs <= clock.now())) throw tooLate();
      } catch (cause) {
        throw new Broken('Nothing of the group was committed.', { cause });
      }
    });
  } finally {
    await session.endSession();
  }
  if (events.length > 0) outbox.kick();
}
