import type { ClientSession } from 'mongodb';
import { AppError, ChangedMeanwhile, type ErrorKind } from '@outreach/errors';
import type { CallContext, Clock } from '@outreach/service-kit';
import { pause } from '@outreach/service-kit/lifecycle';
import type { CommandOutcome, CommandRunner, EffectSteps, ReplyCodec } from '@outreach/service-kit/rpc';
import type { GroupWrite } from '../batching/group-writes.ts';
import { idempotencyErrors } from './idempotency-errors.ts';
import type { Claim, IdempotencyStore, Outcome } from './idempotency-store.ts';

const WAIT_FIRST_MS = 20;
const WAIT_MS_MAX = 200;
/** A waiting request is answered this long before the deadline of its call. */
const ANSWER_MARGIN_MS = 200;

/** Kinds of errors that the domain decides. An idempotency key returns them again, like replies. */
const STORED_KINDS: ReadonlySet<ErrorKind> = new Set(['not_found', 'conflict', 'failed_precondition']);

/** Kinds of errors after which a key is free: the request was not done, and is sent again with other values. */
const FREEING_KINDS: ReadonlySet<ErrorKind> = new Set([
  'invalid_argument',
  'unauthenticated',
  'permission_denied',
  'resource_exhausted',
]);

/**
 * Progress of a command with an idempotency key: the key is claimed; effect, events and record are written but not
 * committed; they are committed; an external effect is done but its outcome is not committed; the reply is sent.
 */
export type CommandStep = 'claimed' | 'written' | 'committed' | 'finished' | 'answering';

export type OnStep = (step: CommandStep) => Promise<void>;

/** Writes the record of a command with a key in the transaction of the command. */
export type BeforeCommit<T> = (result: T, session: ClientSession) => Promise<void>;

/** The idempotency record of a reply: as a step in a transaction, or as a write for a shared one. */
export interface ReplyRecord<T> {
  readonly before: BeforeCommit<T>;
  readonly asWrite: (result: T) => GroupWrite;
  readonly onWritten: () => Promise<void>;
}

export interface RunnerOptions {
  readonly store: IdempotencyStore;
  readonly clock: Clock;
  readonly onStep: OnStep;
  /** Runs a command in a transaction of its own. */
  readonly commit: <T>(fn: () => Promise<T>, before?: BeforeCommit<T>) => Promise<T>;
  /** Runs a prepared command in a transaction with others where possible. */
  readonly commitPrepared: <T>(
    ctx: CallContext,
    prepare: () => Promise<() => Promise<T>>,
    record?: ReplyRecord<T>,
  ) => Promise<T>;
}

/** Runs commands with and without an idempotency key. State, events and the stored reply commit together. */
export function createRunner(options: RunnerOptions): CommandRunner {
  const { commit, commitPrepared, onStep } = options;
  return {
    run: async (ctx, codec, command) => {
      if (ctx.idempotency === undefined) return { reply: await commit(command), replayed: false };
      return withClaim(ctx, { ...options, codec }, async (claim) => {
        const reply = await commit(command, recordOf(claim, { ...options, codec }).before);
        await onStep('committed');
        return reply;
      });
    },
    runPrepared: async (ctx, codec, prepare) => {
      if (ctx.idempotency === undefined)
        return { reply: await commitPrepared(ctx, prepare), replayed: false };
      return withClaim(ctx, { ...options, codec }, async (claim) => {
        const reply = await commitPrepared(ctx, prepare, recordOf(claim, { ...options, codec }));
        await onStep('committed');
        return reply;
      });
    },
    runWithEffect: async (ctx, codec, steps) => {
      if (ctx.idempotency === undefined) {
        const write = await steps.effect(toPlain(await commit(steps.begin)));
        return { reply: await commit(write), replayed: false };
      }
      return withClaim(ctx, { ...options, codec }, async (claim) => {
        const begun = await beginOrResume(claim, steps, options);
        const write = await steps.effect(begun).catch(async (thrown: unknown) => {
          // The effect refuses what its request names before it does anything.
          if (thrown instanceof AppError && FREEING_KINDS.has(thrown.kind))
            await options.store.forgetEffect(claim);
          throw thrown;
        });
        await onStep('finished');
        return commit(write, async (reply, session) =>
          storeReply(claim, { ...options, codec }, { reply, session }),
        );
      });
    },
  };
}

interface ClaimOptions<Res> extends RunnerOptions {
  readonly codec: ReplyCodec<Res>;
}

function recordOf<Res>(claim: Claim, options: ClaimOptions<Res>): ReplyRecord<Res> {
  const { store, codec, onStep } = options;
  const onWritten = async (): Promise<void> => onStep('written');
  return {
    before: async (reply, session) => {
      await storeReply(claim, options, { reply, session });
      await onWritten();
    },
    asWrite: (reply) => store.completion(claim, codec.encode(reply), codec.about(reply)),
    onWritten,
  };
}

async function storeReply<Res>(
  claim: Claim,
  { store, codec }: ClaimOptions<Res>,
  { reply, session }: { readonly reply: Res; readonly session: ClientSession },
): Promise<void> {
  await store.complete(claim, codec.encode(reply), { session, about: codec.about(reply) });
}

/** The stored JSON of the first step: of this run, or of the run that a crash interrupted. */
async function beginOrResume<Res>(
  claim: Claim,
  steps: EffectSteps<Res>,
  { store, commit, onStep }: RunnerOptions,
): Promise<unknown> {
  if (claim.effect !== undefined) return claim.effect.value;
  const stored = await commit(steps.begin, async (result, session) => {
    await store.effectDone(claim, result, session);
    await onStep('written');
  });
  await onStep('committed');
  return toPlain(stored);
}

/** The first run gets the same plain data as a later run that reads it from the record. */
function toPlain(value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(value));
  return copy;
}

async function withClaim<Res>(
  ctx: CallContext,
  options: ClaimOptions<Res>,
  work: (claim: Claim) => Promise<Res>,
): Promise<CommandOutcome<Res>> {
  const { store, clock, codec, onStep } = options;
  const claimed = await waitForClaim(ctx, store, clock);
  if ('reply' in claimed) return { reply: codec.decode(claimed.reply), replayed: true };
  if ('refusal' in claimed) return { refusal: claimed.refusal, replayed: true };
  const stopRenewals = renewClaim(claimed, ctx, options);
  try {
    await onStep('claimed');
    const reply = await work(claimed);
    await onStep('answering');
    return { reply, replayed: false };
  } catch (thrown) {
    if (isDecision(thrown)) await store.refuse(claimed, thrown);
    else await store.release(claimed);
    throw thrown;
  } finally {
    stopRenewals();
  }
}

/**
 * Renews a claim while its command runs, so that a second request with its key waits instead of running the command too.
 * It ends with the deadline of the call. Returns the function that stops it.
 */
function renewClaim(
  claim: Claim,
  { deadlineAtMs }: CallContext,
  { store, clock }: Pick<RunnerOptions, 'store' | 'clock'>,
): () => void {
  const timer = setInterval(() => {
    // A failed renewal costs at most the claim; the outcome is stored only by the owner of the claim.
    if (clock.now() < deadlineAtMs) store.renew(claim).catch(() => undefined);
    else clearInterval(timer);
  }, store.renewalMs);
  return () => clearInterval(timer);
}

function isDecision(thrown: unknown): thrown is AppError {
  if (!(thrown instanceof AppError) || thrown instanceof ChangedMeanwhile) return false;
  return STORED_KINDS.has(thrown.kind) && thrown.code !== idempotencyErrors.inProgress.code;
}

/** Waits while another request runs with the same key, until shortly before the deadline of the call. */
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
