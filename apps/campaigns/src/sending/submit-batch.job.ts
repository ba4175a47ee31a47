import type { Clock, Logger } from '@outreach/service-kit';
import type {
  Circuit,
  PlatformAdapter,
  PlatformMessage,
  Submission,
  SubmitResult,
} from '../platforms/index.ts';
import { hasTimeLeft } from './claim-time.ts';
import type { ClaimedSend, SendClaims, SendJournal } from './ports.ts';
import type { CpuShares } from '../templates/index.ts';
import type { ReadyStep } from './prepare-sends.ts';
import { tryRender, type RenderedEmail, type RenderEmailPorts } from './render-email.ts';
import type { ClaimReturns, ReturnReason } from './return-claims.job.ts';
import { countUnknown } from './send-one.job.ts';
import { submissionOutcome } from './submission-outcome.ts';
import { toClaim } from './to-claim.ts';
import { toPlatformMessage } from './to-platform-message.ts';
import type { OutcomeWriter } from './write-outcomes.job.ts';

/** From the start of a submission to its results. */
export const SUBMISSION_MS_MAX = 4 * 60_000;
/** An email that could not be submitted is due again after this time. */
const AGAIN_MS = 5 * 60_000;

/** An email whose workspace has used up its share of the processor is due again after this time. */
const BUSY_MS = 5_000;

export interface SubmitBatchOptions extends RenderEmailPorts {
  readonly claims: Pick<SendClaims, 'markUnknown'>;
  readonly returns: Pick<ClaimReturns, 'add'>;
  readonly journal: Pick<SendJournal, 'begin'>;
  readonly outcomes: Pick<OutcomeWriter, 'add'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly adapter: PlatformAdapter;
  readonly circuit: Circuit;
  readonly signal: AbortSignal;
  /** The rendering of the emails of workspaces. */
  readonly cpu: CpuShares;
}

interface Outgoing {
  readonly ready: ReadyStep;
  readonly rendered: RenderedEmail;
}

/** Renders and submits emails. Their outcomes are written in the background. */
export async function submitBatch(options: SubmitBatchOptions, batch: readonly ReadyStep[]): Promise<void> {
  const { adapter, circuit, logger } = options;
  const { platform } = adapter;
  const outgoing = batch.flatMap((ready) => tryToMake(options, ready));
  if (outgoing.length === 0 || !tryToBegin(options, outgoing)) return;
  const messages = outgoing.map(({ ready, rendered }) => toPlatformMessage(ready.send, rendered.email));
  const { results, failure } = await trySubmit(options, messages);
  if (failure === undefined) circuit.succeeded();
  else {
    const until = circuit.failed(failure.retryAt);
    logger.warn({ platform, error: failure.error, until }, 'a platform does not take emails; they wait');
  }
  await record(options, outgoing, results);
}

/** An adapter that fails leaves all results unknown. */
async function trySubmit(
  { adapter, signal, logger }: SubmitBatchOptions,
  messages: readonly PlatformMessage[],
): Promise<Submission> {
  try {
    return await adapter.submit(messages, signal);
  } catch (err) {
    logger.error({ platform: adapter.platform, err }, 'the adapter of a platform failed');
    return { results: new Map(), failure: { error: 'The adapter failed.', retryAt: undefined } };
  }
}

/** Writes the journal: a killed process leaves the result of these emails unknown. False if it cannot be written. */
function tryToBegin(options: SubmitBatchOptions, outgoing: readonly Outgoing[]): boolean {
  const { journal, adapter, clock, logger } = options;
  try {
    for (const { ready, rendered } of outgoing) {
      const { send } = ready;
      journal.begin({ claim: toClaim(send), message: rendered.message, attempts: send.attempts });
    }
    return true;
  } catch (err) {
    const { platform } = adapter;
    logger.error({ platform, count: outgoing.length, err }, 'emails were not submitted; they are due later');
    const ready = outgoing.map((one) => one.ready);
    giveBack(options, ready, { dueAt: new Date(clock.now() + AGAIN_MS), reason: 'error' });
    return false;
  }
}

/** One email that cannot be made does not hold the others of its batch back. */
function tryToMake(options: SubmitBatchOptions, ready: ReadyStep): readonly Outgoing[] {
  const { clock, logger } = options;
  try {
    return toOutgoing(options, ready);
  } catch (err) {
    logger.error({ send_id: ready.send.id, err }, 'an email was not made; it is due again later');
    giveBack(options, [ready], { dueAt: new Date(clock.now() + AGAIN_MS), reason: 'error' });
    return [];
  }
}

/** An email that cannot be rendered has failed; one whose lease ends soon, or whose templates take long, is given back. */
function toOutgoing(options: SubmitBatchOptions, ready: ReadyStep): readonly Outgoing[] {
  const { clock, outcomes, cpu } = options;
  const { send } = ready;
  const at = new Date(clock.now());
  if (!hasTimeLeft(send.due_at, SUBMISSION_MS_MAX, at.getTime())) {
    giveBack(options, [ready], { dueAt: at, reason: 'platform' });
    return [];
  }
  if (!cpu.isFree(send.workspace_id)) {
    giveBack(options, [ready], { dueAt: new Date(at.getTime() + BUSY_MS), reason: 'platform' });
    return [];
  }
  const rendered = cpu.measure(send.workspace_id, () => tryRender(options, ready, at));
  if (typeof rendered !== 'string') return [{ ready, rendered }];
  const { id: sendId, lease_token: token } = send;
  outcomes.add({
    workspaceId: send.workspace_id,
    outcome: { kind: 'failed', sendId, token, at, error: rendered },
  });
  return [];
}

const NO_RESULT = { kind: 'unknown', error: 'The platform has no result for the email.' } as const;

async function record(
  options: SubmitBatchOptions,
  outgoing: readonly Outgoing[],
  results: ReadonlyMap<string, SubmitResult>,
): Promise<void> {
  const { clock, circuit, outcomes } = options;
  const at = new Date(clock.now());
  const resultOf = ({ ready }: Outgoing): SubmitResult => results.get(ready.send.id) ?? NO_RESULT;
  const unknown = outgoing.filter((one) => resultOf(one).kind === 'unknown');
  await markUnknown(
    options,
    unknown.map(({ ready }) => ready.send),
  );
  for (const one of outgoing) {
    const { ready, rendered } = one;
    const { id: sendId, lease_token: token, workspace_id: workspaceId, attempts, error } = ready.send;
    const result = resultOf(one);
    if (result.kind === 'not_submitted') {
      giveBack(options, [ready], { dueAt: circuit.pausedUntil() ?? at, reason: 'platform' });
      continue;
    }
    const attempt = { sendId, token, message: rendered.message, attempts, previousError: error };
    const outcome = submissionOutcome({ ...attempt, inWindow: ready.inWindow }, result, at);
    outcomes.add({ workspaceId, outcome });
  }
}

/** The outcomes are recorded in any case. */
async function markUnknown(
  { claims, logger }: SubmitBatchOptions,
  sends: readonly ClaimedSend[],
): Promise<void> {
  if (sends.length === 0) return;
  countUnknown(sends.length);
  try {
    await Promise.all(sends.map(async (send) => claims.markUnknown(toClaim(send))));
  } catch (err) {
    logger.error({ count: sends.length, err }, 'attempts without a known outcome were not counted');
  }
}

export function giveBack(
  { returns }: Pick<SubmitBatchOptions, 'returns'>,
  ready: readonly ReadyStep[],
  { dueAt, reason }: { readonly dueAt: Date; readonly reason: ReturnReason },
): void {
  returns.add(ready.map(({ send }) => ({ claim: toClaim(send), dueAt, reason })));
}
