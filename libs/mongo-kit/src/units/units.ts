import type { ClientSession } from 'mongodb';
import type { Connection } from 'mongoose';
import type { DomainEvent } from '@outreach/event-schema';
import {
  currentCall,
  type CallContext,
  type Clock,
  type CommandRunner,
  type NewId,
} from '@outreach/service-kit';
import { createRunner, type BeforeCommit, type KeptRecord, type OnStep } from './command-runner.ts';
import { createUnitReads, type UnitReads } from '../batching/batched-reads.ts';
import { createGroupCommit } from '../batching/group-commit.ts';
import { NotJoinable } from '../batching/deferred-writes.ts';
import { IdempotencyStore, type IdempotencyLeases } from './idempotency-store.ts';
import { isDuplicateKey } from '../connection/mongo-errors.ts';
import { OpenUnits, type HandedOver, type KeptReplies, type UnitWrites } from './open-unit.ts';
import { createSealer } from '../connection/sealer.ts';
import { tooLate } from './deadline-passed.ts';

/** A unit that met a unique index sees the other's row on its second run; a third run has another cause. */
const ATTEMPTS_MAX = 3;

/** Where the events of a unit go, in its own transaction; event-bus implements it. */
export interface Outbox {
  append(events: readonly DomainEvent[], session: ClientSession): Promise<void>;
  /** Tells the relay, after the commit, that there is something to publish. */
  kick(): void;
}

export interface UnitOptions {
  readonly connection: Connection;
  readonly outbox: Outbox;
  readonly serviceKey: Uint8Array;
  readonly clock: Clock;
  readonly ids: NewId;
  /** Other leases than the usual ones. */
  readonly leases?: IdempotencyLeases | undefined;
  /** Told of every step of a command with a key, which goes on when it returns. */
  readonly onStep?: OnStep | undefined;
}

/** State, events and the idempotency outcome, committed together or not at all. */
export interface Units extends CommandRunner {
  readonly events: { emit(event: DomainEvent): void };
  readonly replies: KeptReplies;
  /** What stores write by where their commands shall be able to join others. */
  readonly writes: UnitWrites;
  /** What stores read by where many calls read at one moment. */
  readonly reads: UnitReads;
  /** Runs `fn` in a transaction; inside a unit it joins it. It may run again, so its effects are database writes only. */
  unitOfWork<T>(fn: (session: ClientSession) => Promise<T>): Promise<T>;
  createIndexes(): Promise<void>;
}

export function createUnits(options: UnitOptions): Units {
  const { connection, outbox, clock, ids, serviceKey, leases, onStep = ignoreStep } = options;
  const open = new OpenUnits();
  const sealer = createSealer(serviceKey);
  const store = new IdempotencyStore({ connection, sealer, serviceKey, clock, ids, leases });
  const parts = { connection, outbox, clock, open };
  const commit = async <T>(fn: UnitWork<T>, before?: BeforeCommit<T>): Promise<T> =>
    commitAlone(parts, fn, before);
  return {
    ...createRunner({ store, commit, commitJoined: joinGroups({ ...parts, commit }), clock, onStep }),
    events: { emit: (event) => open.emit(event) },
    replies: open.repliesOf(store),
    writes: open.writes(),
    reads: createUnitReads(connection, open),
    unitOfWork: async (fn) => {
      const joined = open.demandedSession();
      return joined === undefined ? commit(fn) : fn(joined);
    },
    createIndexes: async () => store.createIndexes(),
  };
}

type UnitWork<T> = (session: ClientSession) => Promise<T>;

interface CommitParts extends Pick<UnitOptions, 'connection' | 'outbox' | 'clock'> {
  readonly open: OpenUnits;
}

async function commitAlone<T>(
  parts: CommitParts,
  fn: UnitWork<T>,
  before: BeforeCommit<T> | undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(parts, fn, before);
    } catch (thrown) {
      if (!isDuplicateKey(thrown) || attempt === ATTEMPTS_MAX) throw thrown;
    }
  }
}

async function transact<T>(
  { connection, outbox, clock, open }: CommitParts,
  fn: UnitWork<T>,
  before: BeforeCommit<T> | undefined,
): Promise<T> {
  let done: { readonly result: T; readonly eventCount: number } | undefined;
  await connection.transaction(async (session) => {
    refuseLate(clock);
    const { result, events, mentioned } = await open.run(session, async () => fn(session));
    if (events.length > 0) await outbox.append(events, session);
    await before?.(result, { session, about: [...mentioned] });
    done = { result, eventCount: events.length };
  });
  if (done === undefined) throw new Error('The transaction ended without a result.');
  if (done.eventCount > 0) outbox.kick();
  return done.result;
}

interface JoinParts extends CommitParts {
  readonly commit: <T>(fn: UnitWork<T>, before?: BeforeCommit<T>) => Promise<T>;
}

/** Commands in groups; one that cannot join, or whose group broke, runs (again) in a transaction of its own. */
function joinGroups({ commit, open, clock, ...parts }: JoinParts) {
  const group = createGroupCommit({ ...parts, clock });
  const join = async <T>(ctx: CallContext, unit: HandedOver<T>, record?: KeptRecord<T>): Promise<boolean> => {
    const { workspaceId, deadlineAtMs, signal } = ctx;
    const kept = record === undefined ? [] : [record.asWrite(unit.result, [...unit.mentioned])];
    const writes = [...unit.writes, ...kept];
    if (writes.length === 0 && unit.events.length === 0) return true;
    const written = record?.written ?? nothingToTell;
    return group.join({ workspaceId, deadlineAtMs, signal, writes, events: unit.events, written });
  };
  return async <T>(ctx: CallContext, fn: () => Promise<T>, record?: KeptRecord<T>): Promise<T> => {
    refuseLate(clock);
    const unit = await open.handOver(fn).catch((thrown: unknown) => {
      if (thrown instanceof NotJoinable) return undefined;
      throw thrown;
    });
    if (unit !== undefined && (await join(ctx, unit, record))) return unit.result;
    return commit(fn, record?.before);
  };
}

async function ignoreStep(): Promise<void> {
  return Promise.resolve();
}

async function nothingToTell(): Promise<void> {
  return Promise.resolve();
}

/** Nobody waits for a run past its call's deadline, so it must not begin. */
function refuseLate(clock: Clock): void {
  const call = currentCall();
  if (call !== undefined && call.deadlineAtMs <= clock.now()) throw tooLate();
}
