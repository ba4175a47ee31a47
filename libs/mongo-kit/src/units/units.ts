import type { ClientSession } from 'mongodb';
import type { Connection } from 'mongoose';
import type { DomainEvent } from '@outreach/event-schema';
import {
  currentCall,
  requireWorkspaceId,
  type CallContext,
  type Clock,
  type NewId,
} from '@outreach/service-kit';
import type { CommandRunner } from '@outreach/service-kit/rpc';
import { createUnitReads, type UnitReads } from '../batching/batched-reads.ts';
import { unitWrites, type UnitWrites } from '../batching/deferred-writes.ts';
import { createGroupCommit } from '../batching/group-commit.ts';
import { isDuplicateKey } from '../connection/mongo-errors.ts';
import { createSealer } from '../sealing/sealer.ts';
import { createRunner, type BeforeCommit, type OnStep, type ReplyRecord } from './command-runner.ts';
import { deadlinePassed } from './deadline-passed.ts';
import { createIdempotencyIndexes, missingIdempotencyIndexes } from './idempotency-indexes.ts';
import { IdempotencyStore, type IdempotencyLeases } from './idempotency-store.ts';
import {
  afterCommit,
  DeferredUnit,
  emitInUnit,
  NeedsOwnTransaction,
  PrepareUnit,
  requireDirectAccess,
  TransactionUnit,
  withUnit,
} from './open-unit.ts';
import type { Outbox } from './outbox.ts';

/** A unit that meets a unique index sees the conflicting row on its second run; a third failure has another cause. */
const ATTEMPTS_MAX = 3;

export interface UnitOptions {
  readonly connection: Connection;
  readonly outbox: Outbox;
  readonly serviceKey: Uint8Array;
  /** Keys of earlier records, which stay readable. */
  readonly previousKeys?: readonly Uint8Array[] | undefined;
  readonly clock: Clock;
  readonly ids: NewId;
  /** Leases of running commands; the defaults suit production. */
  readonly leases?: IdempotencyLeases | undefined;
  /** Called at every step of a command with an idempotency key; the command continues when it resolves. */
  readonly onStep?: OnStep | undefined;
}

/** Replies stored in idempotency records. */
export interface StoredReplies {
  /** In the transaction of an erasure: every key whose reply is about the record returns not_found from now on. */
  erase(id: string): Promise<void>;
}

/** State, events and the idempotency outcome commit together or not at all. */
export interface Units extends CommandRunner {
  readonly events: { emit(event: DomainEvent): void };
  readonly replies: StoredReplies;
  /** Writes of prepared commands; concurrent commands share a transaction for them. */
  readonly writes: UnitWrites;
  /** Reads by key; concurrent calls share a database command for them. */
  readonly reads: UnitReads;
  /** Runs `fn` in a transaction, or in the open one. It may run again, so its only effects are database writes. */
  unitOfWork<T>(fn: (session: ClientSession) => Promise<T>): Promise<T>;
  /** Calls `fn` after the commit of the open unit, or at once outside one; for wake-ups of background work. */
  afterCommit(fn: () => void): void;
  createIndexes(): Promise<void>;
  /** Indexes of idempotency records that the database does not have, as `collection.index`. */
  missingIndexes(): Promise<readonly string[]>;
}

export function createUnits(options: UnitOptions): Units {
  const { connection, outbox, clock, ids, serviceKey, previousKeys, leases, onStep = ignoreStep } = options;
  const sealer = createSealer(serviceKey, previousKeys);
  const store = new IdempotencyStore({
    connection,
    sealer,
    serviceKey,
    previousKeys,
    clock,
    ids,
    leases,
  });
  const commit = async <T>(fn: UnitWork<T>, before?: BeforeCommit<T>): Promise<T> =>
    commitAlone(options, fn, before);
  const group = createGroupCommit({ connection, outbox, clock });
  const commitPrepared = async <T>(
    ctx: CallContext,
    prepare: Prepare<T>,
    record?: ReplyRecord<T>,
  ): Promise<T> => {
    refuseLate(clock);
    const shared = await deferCommit(prepare, record);
    if (shared !== undefined && (await group.join({ ...shared, ...memberOf(ctx) }))) {
      for (const callback of shared.afterCommit) callback();
      return shared.result;
    }
    return commit(async () => (await prepare())(), record?.before);
  };
  return {
    ...createRunner({ store, commit, commitPrepared, clock, onStep }),
    events: { emit: emitInUnit },
    replies: {
      erase: async (id) => {
        const workspaceId = requireWorkspaceId();
        await store.erase({ workspaceId, id }, requireDirectAccess() ?? noTransaction());
      },
    },
    writes: unitWrites,
    reads: createUnitReads(connection),
    unitOfWork: async (fn) => {
      const session = requireDirectAccess();
      return session === undefined ? commit(fn) : fn(session);
    },
    afterCommit,
    createIndexes: async () => createIdempotencyIndexes(connection),
    missingIndexes: async () => missingIdempotencyIndexes(connection),
  };
}

type UnitWork<T> = (session: ClientSession) => Promise<T>;
type Prepare<T> = () => Promise<() => Promise<T>>;
type CommitOptions = Pick<UnitOptions, 'connection' | 'outbox' | 'clock'>;

async function commitAlone<T>(
  options: CommitOptions,
  fn: UnitWork<T>,
  before: BeforeCommit<T> | undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(options, fn, before);
    } catch (thrown) {
      if (!isDuplicateKey(thrown) || attempt === ATTEMPTS_MAX) throw thrown;
    }
  }
}

async function transact<T>(
  { connection, outbox, clock }: CommitOptions,
  fn: UnitWork<T>,
  before: BeforeCommit<T> | undefined,
): Promise<T> {
  let done: { readonly result: T; readonly unit: TransactionUnit } | undefined;
  await connection.transaction(async (session) => {
    refuseLate(clock);
    const unit = new TransactionUnit(session);
    const result = await withUnit(unit, async () => fn(session));
    if (unit.events.length > 0) await outbox.append(unit.events, session);
    await before?.(result, session);
    done = { result, unit };
  });
  if (done === undefined) throw new Error('The transaction ended without a result.');
  if (done.unit.events.length > 0) outbox.wakeRelay();
  for (const callback of done.unit.afterCommit) callback();
  return done.result;
}

/** Collects the writes of a prepared command; undefined when its commit needs a transaction of its own. */
async function deferCommit<T>(prepare: Prepare<T>, record: ReplyRecord<T> | undefined) {
  const write = await withUnit(new PrepareUnit(), prepare);
  const unit = new DeferredUnit();
  try {
    const result = await withUnit(unit, write);
    const recorded = record === undefined ? [] : [record.asWrite(result)];
    const onWritten = record?.onWritten ?? ignoreStep;
    const { events, afterCommit: callbacks } = unit;
    return { result, writes: [...unit.writes, ...recorded], events, onWritten, afterCommit: callbacks };
  } catch (thrown) {
    if (thrown instanceof NeedsOwnTransaction) return undefined;
    throw thrown;
  }
}

function memberOf({ workspaceId, deadlineAtMs, signal }: CallContext) {
  return { workspaceId, deadlineAtMs, signal };
}

async function ignoreStep(): Promise<void> {
  return Promise.resolve();
}

function noTransaction(): never {
  throw new Error('Stored replies are erased in the transaction of an erasure.');
}

/** A run past the deadline of its call must not begin: the caller no longer waits. */
function refuseLate(clock: Clock): void {
  const call = currentCall();
  if (call !== undefined && call.deadlineAtMs <= clock.now()) throw deadlinePassed();
}
