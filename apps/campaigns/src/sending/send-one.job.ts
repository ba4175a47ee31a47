import { domainOf } from '@outreach/values';
import type { Clock, Logger } from '@outreach/service-kit';
import { counter, histogram } from '@outreach/service-kit/metrics';
import type { SentMessage } from '../outcomes/index.ts';
import { ownerOf, type MessageIds } from '../sends/index.ts';
import type { CpuShares } from '../templates/index.ts';
import type { AccountConnections } from './account-connections.job.ts';
import { hasTimeLeft } from './claim-time.ts';
import { outcomeOf, type Attempt, type EndedDialog } from './dialog-outcome.ts';
import type {
  AnswerReader,
  ComposeMessage,
  DialogResult,
  SendClaims,
  SendJournal,
  SendMessage,
  SentFolder,
} from './ports.ts';
import { isAnswer, type ReadySend } from './prepare-sends.ts';
import { renderAnswer } from './render-answer.ts';
import { tryRender, type RenderedEmail, type RenderEmailPorts } from './render-email.ts';
import type { ClaimReturns, ReturnReason } from './return-claims.job.ts';
import { toClaim } from './to-claim.ts';
import { traceDialog } from './trace-dialog.job.ts';
import type { OutcomeWriter } from './write-outcomes.job.ts';

/** An email that could not be made is due again after this time. */
const AGAIN_MS = 5 * 60_000;

const dialogs = histogram('send_dialog_seconds', 'Time of one dialog with an SMTP server, by result.', [
  'result',
]);
const unknown = counter(
  'sends_unknown_total',
  'Attempts after which it was unknown whether the server had accepted the email.',
);

/** Counts attempts without a known outcome. */
export function countUnknown(count: number): void {
  unknown.inc(count);
}

export interface SendOneOptions extends RenderEmailPorts {
  readonly claims: Pick<SendClaims, 'markUnknown'>;
  readonly returns: Pick<ClaimReturns, 'add'>;
  readonly journal: SendJournal;
  readonly compose: ComposeMessage;
  readonly sendMessage: SendMessage;
  readonly sentFolder: SentFolder;
  readonly answers: Pick<AnswerReader, 'bodyOf'>;
  readonly messageIds: Pick<MessageIds, 'of' | 'allOf'>;
  readonly outcomes: Pick<OutcomeWriter, 'add'>;
  readonly connections: AccountConnections;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The longest time from the start of an email to its outcome, in ms. */
  readonly workMs: number;
  /** An account whose server was not reached pauses for this time, in ms. */
  readonly pauseMs: number;
  /** The rendering of the emails of workspaces. */
  readonly cpu: CpuShares;
}

/** Makes one attempt to send an email. Never throws. */
export async function trySend(options: SendOneOptions, ready: ReadySend): Promise<void> {
  const { send } = ready;
  try {
    await sendOne(options, ready);
  } catch (err) {
    const ids = { send_id: send.id, campaign_id: ownerOf(send).campaign_id, workspace_id: send.workspace_id };
    options.logger.error({ ...ids, err }, 'an email was not sent; it is due again later');
    giveBack(options, ready, { dueAt: new Date(options.clock.now() + AGAIN_MS), reason: 'error' });
  }
}

/** Renders the email and makes one dialog. Its outcome is written in the background. */
async function sendOne(options: SendOneOptions, ready: ReadySend): Promise<void> {
  const { clock, outcomes } = options;
  const { send } = ready;
  if (isNotNow(options, ready)) return;
  const rendered = await render(options, ready);
  if (typeof rendered === 'string') {
    const at = new Date(clock.now());
    outcomes.add({
      workspaceId: send.workspace_id,
      outcome: { kind: 'failed', sendId: send.id, token: send.lease_token, at, error: rendered },
    });
    return;
  }
  if (isNotNow(options, ready)) return;
  if (await isInSentFolder(options, ready)) {
    addOutcome(options, { ready, message: rendered.message }, FOUND);
    return;
  }
  const startedAtMs = performance.now();
  const dialog = createDialog(options, ready, rendered);
  const result = await traceDialog(send, dialog.run);
  dialogs.observe({ result: result.kind }, (performance.now() - startedAtMs) / 1_000);
  await endDialog(options, { ready, message: dialog.message() }, result);
}

const NO_TEXT = 'The text of the answer was removed before it was sent.';

/** Returns a public error text if the email cannot be made. */
async function render(options: SendOneOptions, ready: ReadySend): Promise<RenderedEmail | string> {
  const { cpu, clock, answers, messageIds } = options;
  const { workspace_id: workspaceId } = ready.send;
  if (!isAnswer(ready)) return cpu.run(workspaceId, () => tryRender(options, ready, new Date(clock.now())));
  const body = await answers.bodyOf(workspaceId, ready.message.id);
  return body === undefined
    ? NO_TEXT
    : renderAnswer(messageIds, ready, { body, date: new Date(clock.now()) });
}

/** Gives an email back whose account pauses, or whose claim ends too soon: it may have waited for its rendering. */
function isNotNow(options: SendOneOptions, ready: ReadySend): boolean {
  const { due_at: endsAt, sending_account_id: accountId } = ready.send;
  const nowMs = options.clock.now();
  const pausedUntil = options.connections.pausedUntil(accountId);
  if (pausedUntil === undefined && hasTimeLeft(endsAt, options.workMs, nowMs)) return false;
  giveBack(options, ready, { dueAt: pausedUntil ?? new Date(nowMs), reason: 'unreached' });
  return true;
}

const FOUND = {
  kind: 'answered',
  command: 'DATA',
  reply: { code: 250, enhanced: null, text: 'The Sent folder of the account has the email.' },
} as const;

/** After an attempt without a known outcome, the Sent folder of the account is searched for the email. */
async function isInSentFolder(
  { sentFolder, messageIds }: SendOneOptions,
  ready: ReadySend,
): Promise<boolean> {
  const { send, account } = ready;
  if ((send.unknown_count ?? 0) === 0 || account.stored.imap === null) return false;
  return sentFolder.find(account.stored, messageIds.allOf(send.id, domainOf(account.stored.email)));
}

interface Dialog {
  readonly run: () => Promise<DialogResult>;
  /** How the email was sent. */
  readonly message: () => SentMessage;
}

function createDialog(
  { compose, journal, sendMessage, clock, logger }: SendOneOptions,
  { send, account }: ReadySend,
  { email, message }: RenderedEmail,
): Dialog {
  const claim = toClaim(send);
  let sent = message;
  const run = async (): Promise<DialogResult> =>
    sendMessage({
      account: account.stored,
      to: [email.to, ...email.cc],
      message: compose(email),
      onContent: (refusedCopies) => {
        if (refusedCopies.length > 0) sent = { ...message, refused_cc: refusedCopies };
        journal.begin({ claim, message: sent, attempts: send.attempts });
      },
      onReply: (reply) => {
        try {
          journal.end(claim, { reply, at: new Date(clock.now()) });
        } catch (err) {
          logger.error({ send_id: claim.id, err }, 'a reply was not written to the journal');
        }
      },
    });
  return { run, message: () => sent };
}

interface Sent {
  readonly ready: ReadySend;
  readonly message: SentMessage;
}

async function endDialog(options: SendOneOptions, sent: Sent, result: DialogResult): Promise<void> {
  const { connections, clock } = options;
  const { ready } = sent;
  if (result.kind === 'stopped') {
    giveBack(options, ready, { dueAt: new Date(clock.now()), reason: 'stopping' });
    return;
  }
  if (result.kind === 'no_consent') {
    const until = new Date(clock.now() + options.pauseMs);
    connections.notReached(ready.account.stored, { error: result.error, until });
    giveBack(options, ready, { dueAt: until, reason: 'unreached' });
    return;
  }
  if (result.kind === 'no_session') {
    const until = new Date(clock.now() + options.pauseMs);
    connections.notReached(ready.account.stored, { error: result.error, until });
  } else connections.reached(ready.account.stored);
  if (result.kind === 'unanswered') {
    countUnknown(1);
    await markUnknown(options, ready);
  }
  addOutcome(options, sent, result);
}

function addOutcome(
  { outcomes, clock, logger }: SendOneOptions,
  { ready, message }: Sent,
  result: EndedDialog,
): void {
  const { send } = ready;
  // A window does not apply to answers.
  const inWindow = isAnswer(ready) ? (time: Date): Date => time : ready.inWindow;
  const attempt: Attempt = {
    sendId: send.id,
    token: send.lease_token,
    message,
    attempts: send.attempts,
    previousError: send.error,
    inWindow,
  };
  const outcome = outcomeOf(attempt, result, new Date(clock.now()));
  const isStepAccepted = outcome.kind === 'accepted' && !isAnswer(ready);
  const claimed = isStepAccepted ? { send, enrollment: ready.enrollment } : undefined;
  outcomes.add({ workspaceId: send.workspace_id, outcome, claimed });
  logger.debug(
    { send_id: send.id, workspace_id: send.workspace_id, result: result.kind, outcome: outcome.kind },
    'dialog ended',
  );
}

/** The outcome is recorded in any case. */
async function markUnknown({ claims, logger }: SendOneOptions, { send }: ReadySend): Promise<void> {
  try {
    await claims.markUnknown(toClaim(send));
  } catch (err) {
    logger.error({ send_id: send.id, err }, 'an attempt without a known outcome was not counted');
  }
}

function giveBack(
  { returns }: SendOneOptions,
  { send }: ReadySend,
  { dueAt, reason }: { readonly dueAt: Date; readonly reason: ReturnReason },
): void {
  returns.add([{ claim: toClaim(send), dueAt, reason }]);
}
