import { AppError, type ErrorKind } from '@outreach/errors';
import {
  pause,
  type CallContext,
  type Clock,
  type CommandOutcome,
  type CommandRunner,
  type ReplyCodec,
  type TwoSteps,
} from '@outreach/service-kit';
import type { GroupWrite } from '../batching/group-writes.ts';
import { idempotencyErrors } from './idempotency-errors.ts';
import type { Claim, IdempotencyStore, Outcome, Written } from './idempotency-store.ts';

const WAIT_FIRST_MS = 20;
const WAIT_MS_MAX = 200;
/** A waiting request answers this long before its caller gives up. */
const ANSWER_MARGIN_MS = 200;

/** Outcomes that the domain decided; with the replies they are what an idempotency key answers again. */
const KEPT_KINDS: ReadonlySet<ErrorKind> = new Set(['not_found', 'conflict', 'failed_precondition']);

/**
 * Where a command with an idempotency key stands: its key is claimed; effect, events and record are written but not
 * committed; they are committed; the second step of a two-step command is done but not recorded; the answer goes out.
 */
export type CommandStep = 'claimed' | 'written' | 'committed' | 'finished' | 'answering';

export type OnStep = (step: CommandStep) => Promise<void>;

/** Writes the record of a command with a key, in the transaction of its effect. */
export type BeforeCommit<T> = (result: T, written: Written) => Promise<void>;

/** The record as data, and the step to tell when it is written. */
export interface KeptRecord<T> {
  readonly before: BeforeCommit<T>;
  readonly asWrite: (result: T, about: readonly string[]) => GroupWrite;
  readonly written: () => Promise<void>;
}

export interface RunnerParts {
  readonly store: IdempotencyStore;
  readonly clock: Clock;
  readonly onStep: OnStep;
  /** Runs a command in a transaction of its own. */
  readonly commit: <T>(fn: () => Promise<T>, before?: BeforeCommit<T>) => Promise<T>;
  /** Runs a command in a transaction with others where it can. */
  readonly commitJoined: <T>(ctx: CallContext, fn: () => Promise<T>, record?: KeptRecord<T>) => Promise<T>;
}

/** Runs commands with and without an idempotency key; effect, events and the kept reply commit together. */
export function createRunner(parts: RunnerParts): CommandRunner {
  const { store, commit, commitJoined, onStep } = parts;
  return {
    run: async (ctx, codec, command) => {
      if (ctx.idempotency === undefined) return { reply: await commit(command), replayed: false };
      return withClaim(ctx, { ...parts, codec }, async (claim) => {
        const reply = await commit(command, recordOf(claim, { ...parts, codec }).before);
        await onStep('committed');
        return reply;
      });
    },
    runJoining: async (ctx, codec, command) => {
      if (ctx.idempotency === undefined) return { reply: await commitJoined(ctx, command), replayed: false };
      return withClaim(ctx, { ...parts, codec }, async (claim) => {
        const reply = await commitJoined(ctx, command, recordOf(claim, { ...parts, codec }));
        await onStep('committed');
        return reply;
      });
    },
    runTwoStep: async (ctx, codec, steps) => {
      if (ctx.idempotency === undefined) {
        return { reply: await steps.finish(plain(await commit(steps.effect))), replayed: false };
      }
      return withClaim(ctx, { ...parts, codec }, async (claim) => {
        const reply = await steps.finish(await effectOf(claim, steps, parts));
        await onStep('finished');
        await store.complete(claim, codec.encode(reply));
        return reply;
      });
    },
  };
}

interface ClaimParts<Res> extends RunnerParts {
  readonly codec: ReplyCodec<Res>;
}

function recordOf<Res>(claim: Claim, { store, codec, onStep }: ClaimParts<Res>): KeptRecord<Res> {
  const written = async (): Promise<void> => onStep('written');
  return {
    before: async (result, transaction) => {
      await store.complete(claim, codec.encode(result), transaction);
      await written();
    },
    asWrite: (result, about) => store.completion(claim, codec.encode(result), about),
    written,
  };
}

async function effectOf<Res>(
  claim: Claim,
  steps: TwoSteps<Res>,
  { store, commit, onStep }: RunnerParts,
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
