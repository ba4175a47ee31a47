import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientSession } from 'mongodb';
import type { Connection } from 'mongoose';
import { AppError, type ErrorKind } from '@outreach/errors';
import type { DomainEvent } from '@outreach/event-schema';
import {
  currentCall,
  pause,
  type CallContext,
  type Clock,
  type CommandOutcome,
  type CommandRunner,
  type NewId,
  type ReplyCodec,
  type TwoSteps,
} from '@outreach/service-kit';
import { idempotencyErrors } from './idempotency-errors.ts';
import {
  IdempotencyStore,
  type Claim,
  type IdempotencyLeases,
  type Outcome,
  type Written,
} from './idempotency-store.ts';
import { isDuplicateKey } from './mongo-errors.ts';
import { createSealer } from './sealer.ts';

/** A unit that met a unique index sees the other's row on its second run; a third run has another cause. */
const ATTEMPTS_MAX = 3;
const WAIT_FIRST_MS = 20;
const WAIT_MS_MAX = 200;
/** A waiting request answers this long before its caller gives up. */
const ANSWER_MARGIN_MS = 200;

/** Outcomes that the domain decided; with the replies they are what an idempotency key answers again. */
const KEPT_KINDS: ReadonlySet<ErrorKind> = new Set(['not_found', 'conflict', 'failed_precondition']);

/** Where the events of a unit go, in its own transaction; event-bus implements it. */
export interface Outbox {
  append(events: readonly DomainEvent[], session: ClientSession): Promise<void>;
  /** Tells the relay, after the commit, that there is something to publish. */
  kick(): void;
}

/**
 * Where a command with an idempotency key stands: its key is claimed; effect, events and record are written but not
 * committed; they are committed; the second step of a two-step command is done but not recorded; the answer goes out.
 */
export type CommandStep = 'claimed' | 'written' | 'committed' | 'finished' | 'answering';

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

export type OnStep = (step: CommandStep) => Promise<void>;

/** State, events and the idempotency outcome, committed together or not at all. */
export interface Units extends CommandRunner {
  readonly events: { emit(event: DomainEvent): void };
  readonly replies: KeptReplies;
  /** Runs `fn` in a transaction; inside a unit it joins it. It may run again, so its effects are database writes only. */
  unitOfWork<T>(fn: (session: ClientSession) => Promise<T>): Promise<T>;
  createIndexes(): Promise<void>;
}

/** What idempotency records keep of replies, for the day on which a record that they tell of is erased. */
export interface KeptReplies {
  /** Says, inside a unit, of which records its reply tells. */
  mention(ids: readonly string[]): void;
  /** Part of the erasure's unit: every key of the workspace whose reply told of the record answers not_found from now on. */
  erase(id: string): Promise<void>;
}

interface OpenUnit {
  readonly session: ClientSession;
  readonly events: DomainEvent[];
  readonly mentioned: Set<string>;
}

type BeforeCommit<T> = (result: T, written: Written) => Promise<void>;

export function createUnits(options: UnitOptions): Units {
  const { connection, outbox, clock, ids, serviceKey, leases, onStep = ignoreStep } = options;
  const open = new AsyncLocalStorage<OpenUnit>();
  const sealer = createSealer(serviceKey);
  const store = new IdempotencyStore({ connection, sealer, serviceKey, clock, ids, leases });

  async function transact<T>(
    fn: (session: ClientSession) => Promise<T>,
    before?: BeforeCommit<T>,
  ): Promise<T> {
    let done: { readonly result: T; readonly eventCount: number } | undefined;
    await connection.transaction(async (session) => {
      refuseLate(clock);
      const unit: OpenUnit = { session, events: [], mentioned: new Set() };
      const result = await open.run(unit, () => fn(session));
      if (unit.events.length > 0) await outbox.append(unit.events, session);
      await before?.(result, { session, about: [...unit.mentioned] });
      done = { result, eventCount: unit.events.length };
    });
    if (done === undefined) throw new Error('The transaction ended without a result.');
    if (done.eventCount > 0) outbox.kick();
    return done.result;
  }

  async function commit<T>(fn: (session: ClientSession) => Promise<T>, before?: BeforeCommit<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transact(fn, before);
      } catch (thrown) {
        if (!isDuplicateKey(thrown) || attempt === ATTEMPTS_MAX) throw thrown;
      }
    }
  }

  const runner = createRunner({ store, commit, clock, onStep });
  return {
    ...runner,
    events: eventsOf(open),
    replies: repliesOf(open, store),
    unitOfWork: async (fn) => {
      const joined = open.getStore();
      return joined === undefined ? commit(fn) : fn(joined.session);
    },
    createIndexes: async () => store.createIndexes(),
  };
}

function eventsOf(open: AsyncLocalStorage<OpenUnit>): Units['events'] {
  return { emit: (event) => unitOf(open).events.push(event) };
}

function repliesOf(open: AsyncLocalStorage<OpenUnit>, store: IdempotencyStore): KeptReplies {
  return {
    mention: (ids) => {
      const { mentioned } = unitOf(open);
      for (const id of ids) mentioned.add(id);
    },
    erase: async (id) => {
      const workspaceId = currentCall()?.workspaceId ?? '';
      if (workspaceId === '') throw new Error('Replies were erased outside a call of a workspace.');
      await store.erase({ workspaceId, id }, unitOf(open).session);
    },
  };
}

function unitOf(open: AsyncLocalStorage<OpenUnit>): OpenUnit {
  const unit = open.getStore();
  if (unit === undefined) throw new Error('What belongs to a unit of work was done outside one.');
  return unit;
}

async function ignoreStep(): Promise<void> {
  return Promise.resolve();
}

/** Nobody waits for a run past its call's deadline, so it must not begin. */
function refuseLate(clock: Clock): void {
  const call = currentCall();
  if (call !== undefined && call.deadlineAtMs <= clock.now()) {
    throw new AppError('deadline', 'The request took too long; try again.');
  }
}

interface RunnerParts {
  readonly store: IdempotencyStore;
  readonly clock: Clock;
  readonly onStep: OnStep;
  readonly commit: <T>(fn: () => Promise<T>, before?: BeforeCommit<T>) => Promise<T>;
}

function createRunner({ store, commit, clock, onStep }: RunnerParts): CommandRunner {
  return {
    run: async (ctx, codec, command) => {
      if (ctx.idempotency === undefined) return { reply: await commit(command), replayed: false };
      return withClaim(ctx, { store, clock, codec, onStep }, async (claim) => {
        const reply = await commit(command, async (result, written) => {
          await store.complete(claim, codec.encode(result), written);
          await onStep('written');
        });
        await onStep('committed');
        return reply;
      });
    },
    runTwoStep: async (ctx, codec, steps) => {
      if (ctx.idempotency === undefined) {
        return { reply: await steps.finish(plain(await commit(steps.effect))), replayed: false };
      }
      return withClaim(ctx, { store, clock, codec, onStep }, async (claim) => {
        const reply = await steps.finish(await effectOf(claim, steps, { store, commit, onStep }));
        await onStep('finished');
        await store.complete(claim, codec.encode(reply));
        return reply;
      });
    },
  };
}

async function effectOf<Res>(
  claim: Claim,
  steps: TwoSteps<Res>,
  { store, commit, onStep }: Pick<RunnerParts, 'store' | 'commit' | 'onStep'>,
): Promise<unknown> {
  if (claim.effect !== undefined) return claim.effect.value;
  const effect = await commit(steps.effect, async (result, written) => {
    await store.effectDone(claim, result, written);
    await onStep('written');
  });
  await onStep('committed');
  return plain(effect);
}

/** The first run must see the same plain data as a later one that reads it from the record. */
function plain(effect: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(effect));
  return copy;
}

interface ClaimParts<Res> {
  readonly store: IdempotencyStore;
  readonly clock: Clock;
  readonly codec: ReplyCodec<Res>;
  readonly onStep: OnStep;
}

async function withClaim<Res>(
  ctx: CallContext,
  { store, clock, codec, onStep }: ClaimParts<Res>,
  work: (claim: Claim) => Promise<Res>,
): Promise<CommandOutcome<Res>> {
  const claimed = await waitForClaim(ctx, store, clock);
  if ('reply' in claimed) return { reply: codec.decode(claimed.reply), replayed: true };
  if ('refusal' in claimed) return { refusal: claimed.refusal, replayed: true };
  try {
    await onStep('claimed');
    const reply = await work(claimed);
    await onStep('answering');
    return { reply, replayed: false };
  } catch (thrown) {
    const kept = thrown instanceof AppError && KEPT_KINDS.has(thrown.kind) && !isOwn(thrown);
    if (kept) await store.refuse(claimed, thrown);
    else await store.release(claimed);
    throw thrown;
  }
}

function isOwn(error: AppError): boolean {
  return error.code === idempotencyErrors.inProgress.code;
}

/** Waits while another request runs with the same key, up to the caller's deadline. */
async function waitForClaim(
  ctx: CallContext,
  store: IdempotencyStore,
  clock: Clock,
): Promise<Claim | Outcome> {
  if (ctx.idempotency === undefined) throw new Error('The call carries no idempotency key.');
  const answerAtMs = ctx.deadlineAtMs - ANSWER_MARGIN_MS;
  for (let waitMs = WAIT_FIRST_MS; ; waitMs = Math.min(waitMs * 2, WAIT_MS_MAX)) {
    const result = await store.claim(ctx, ctx.idempotency);
    if ('claim' in result) return result.claim;
    if ('outcome' in result) return result.outcome;
    if (clock.now() + waitMs >= answerAtMs || ctx.signal.aborted) throw idempotencyErrors.inProgress.make();
    await pause(waitMs, ctx.signal);
  }
}
