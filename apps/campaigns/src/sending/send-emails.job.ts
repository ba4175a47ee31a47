import { FairScheduler, type ScheduledItem, type WakeUp } from '@outreach/job-kit';
import {
  counter,
  gauge,
  histogram,
  pause,
  type Clock,
  type Logger,
  type Resource,
} from '@outreach/service-kit';
import type { SentMessage } from '../outcomes/index.ts';
import { domainOf } from '../sending-accounts/index.ts';
import type { MessageIds } from '../sends/index.ts';
import type { AccountConnections } from './account-connections.job.ts';
import { hasTimeLeft } from './claim-time.ts';
import { outcomeOf, type Attempt } from './dialog-outcome.ts';
import type {
  ComposeMessage,
  DialogResult,
  DueSend,
  SendClaims,
  SendJournal,
  SenderRoom,
  SendMessage,
  SentFolder,
} from './ports.ts';
import type { ReadySend } from './prepare-sends.ts';
import { tryRender, type RenderedEmail, type RenderEmailPorts } from './render-email.ts';
import type { ClaimReturns, ReturnReason } from './return-claims.job.ts';
import { toClaim } from './to-claim.ts';
import { traceDialog } from './trace-dialog.job.ts';
import type { OutcomeWriter } from './write-outcomes.job.ts';

const WAITING_MAX = 4_096;
/** Share of the slots and of the waiting emails that one workspace can have. */
const WORKSPACE_SHARE_MAX = 0.5;
const DRAIN_MS = 20_000;
const DRAIN_POLL_MS = 20;
/** An account whose server was not reached pauses for this time. */
const UNREACHED_PAUSE_MS = 60_000;
/** An email that could not be made is due again after this time. */
const AGAIN_MS = 5 * 60_000;

const dialogs = histogram('send_dialog_seconds', 'Time of one dialog with an SMTP server, by result.', [
  'result',
]);
const inProgress = gauge('send_dialogs_in_progress', 'Dialogs with SMTP servers in progress.');
const unknown = counter(
  'sends_unknown_total',
  'Attempts after which it was unknown whether the server had accepted the email.',
);

/** Counts attempts without a known outcome. */
export function countUnknown(count: number): void {
  unknown.inc(count);
}

export interface EmailSenderOptions extends RenderEmailPorts {
  readonly claims: Pick<SendClaims, 'markUnknown'>;
  readonly returns: Pick<ClaimReturns, 'add'>;
  readonly journal: SendJournal;
  readonly compose: ComposeMessage;
  readonly sendMessage: SendMessage;
  readonly sentFolder: SentFolder;
  readonly messageIds: Pick<MessageIds, 'of' | 'allOf'>;
  /** Ends the dialogs that have not reached their content. */
  readonly stopDialogs: () => void;
  readonly outcomes: Pick<OutcomeWriter, 'add' | 'isFull'>;
  readonly connections: AccountConnections;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The longest time from the start of an email to its outcome, in ms. */
  readonly workMs: number;
  /** Dialogs that run concurrently in this process. */
  readonly slots: number;
  /** Raised when the worker has room again after a refusal. */
  readonly wakeUp: WakeUp;
}

/** Sends the emails that this process has claimed, one at a time per account. */
export interface EmailSender extends Resource {
  /** The wake-up is raised when a full account or workspace has room again. */
  requestRoom(): SenderRoom;
  /** Reserves room for one email; `push` or `cancel` follows. */
  reserve(send: DueSend): boolean;
  cancel(send: DueSend): void;
  push(ready: ReadySend): void;
  /** Continues when outcomes have room again. */
  resume(): void;
}

interface WaitingEmail extends ScheduledItem {
  readonly ready: ReadySend;
}

export function createEmailSender(options: EmailSenderOptions): EmailSender {
  const { outcomes, wakeUp, returns, clock } = options;
  const scheduler = createScheduler(options);
  let isStopping = false;
  const startWaiting = (): void => {
    if (outcomes.isFull() || isStopping) return;
    for (let item = scheduler.take(); item !== undefined; item = scheduler.take()) void run(item);
  };
  const run = async (item: WaitingEmail): Promise<void> => {
    inProgress.set(scheduler.activeCount);
    const startedAtMs = performance.now();
    await trySend(options, item.ready);
    scheduler.done(item, performance.now() - startedAtMs);
    inProgress.set(scheduler.activeCount);
    startWaiting();
  };
  return {
    name: 'email-sender',
    requestRoom: () => {
      if (isStopping || outcomes.isFull()) return NO_ROOM;
      const { room: max, fullKeys: fullAccountIds, fullWorkspaceIds } = scheduler.requestRoom();
      return { max, fullAccountIds, fullWorkspaceIds };
    },
    reserve: (send) => !isStopping && scheduler.reserve(toItem(send)),
    cancel: (send) => scheduler.cancel(toItem(send)),
    push: (ready) => {
      scheduler.push({ ...toItem(ready.send), ready });
      startWaiting();
    },
    resume: () => {
      startWaiting();
      wakeUp.raise();
    },
    stop: async () => {
      isStopping = true;
      const dueAt = new Date(clock.now());
      returns.add(
        scheduler.drain().map(({ ready }) => ({ claim: toClaim(ready.send), dueAt, reason: 'stopping' })),
      );
      options.stopDialogs();
      const signal = AbortSignal.timeout(DRAIN_MS);
      while (scheduler.activeCount > 0 && !signal.aborted) await pause(DRAIN_POLL_MS, signal);
    },
  };
}

function createScheduler({ slots, wakeUp }: EmailSenderOptions): FairScheduler<WaitingEmail> {
  return new FairScheduler<WaitingEmail>({
    slots,
    slotsPerWorkspace: Math.ceil(slots * WORKSPACE_SHARE_MAX),
    slotsPerKey: 1,
    waitingMax: WAITING_MAX,
    waitingPerWorkspaceMax: Math.ceil(WAITING_MAX * WORKSPACE_SHARE_MAX),
    onRoom: () => wakeUp.raise(),
  });
}

const NO_ROOM = { max: 0, fullAccountIds: [], fullWorkspaceIds: [] };

function toItem({ workspace_id: workspaceId, sending_account_id: key }: DueSend): ScheduledItem {
  return { workspaceId, key };
}

async function trySend(options: EmailSenderOptions, ready: ReadySend): Promise<void> {
  const { send } = ready;
  try {
    await sendOne(options, ready);
  } catch (err) {
    const ids = { send_id: send.id, campaign_id: send.campaign_id, workspace_id: send.workspace_id };
    options.logger.error({ ...ids, err }, 'an email was not sent; it is due again later');
    giveBack(options, ready, { dueAt: new Date(options.clock.now() + AGAIN_MS), reason: 'error' });
  }
}

/** Renders the email and makes one dialog. Its outcome is written in the background. */
async function sendOne(options: EmailSenderOptions, ready: ReadySend): Promise<void> {
  const { clock, outcomes, connections } = options;
  const { send } = ready;
  const nowMs = clock.now();
  const pausedUntil = connections.pausedUntil(send.sending_account_id);
  const isLate = !hasTimeLeft(send.due_at, options.workMs, nowMs);
  if (pausedUntil !== undefined || isLate) {
    giveBack(options, ready, { dueAt: pausedUntil ?? new Date(nowMs), reason: 'unreached' });
    return;
  }
  const rendered = tryRender(options, ready, new Date(nowMs));
  if (typeof rendered === 'string') {
    const at = new Date(nowMs);
    outcomes.add({
      workspaceId: send.workspace_id,
      outcome: { kind: 'failed', sendId: send.id, token: send.lease_token, at, error: rendered },
    });
    return;
  }
  if (await isInSentFolder(options, ready)) {
    addOutcome(options, { ready, message: rendered.message }, FOUND);
    return;
  }
  const startedAtMs = performance.now();
  const result = await traceDialog(send, async () => makeDialog(options, ready, rendered));
  dialogs.observe({ result: result.kind }, (performance.now() - startedAtMs) / 1_000);
  await endDialog(options, { ready, message: rendered.message }, result);
}

const FOUND = {
  kind: 'answered',
  command: 'DATA',
  reply: { code: 250, enhanced: null, text: 'The Sent folder of the account has the email.' },
} as const;

/** After an attempt without a known outcome, the Sent folder of the account is searched for the email. */
async function isInSentFolder(
  { sentFolder, messageIds }: EmailSenderOptions,
  ready: ReadySend,
): Promise<boolean> {
  const { send, account } = ready;
  if ((send.unknown_count ?? 0) === 0 || account.stored.imap === null) return false;
  return sentFolder.find(account.stored, messageIds.allOf(send.id, domainOf(account.stored.email)));
}

async function makeDialog(
  { compose, journal, sendMessage, clock, logger }: EmailSenderOptions,
  { send, account }: ReadySend,
  { email, message }: RenderedEmail,
): Promise<DialogResult> {
  const claim = toClaim(send);
  return sendMessage({
    account: account.stored,
    to: email.to,
    message: compose(email),
    onContent: () => journal.begin({ claim, message, attempts: send.attempts }),
    onReply: (reply) => {
      try {
        journal.end(claim, { reply, at: new Date(clock.now()) });
      } catch (err) {
        logger.error({ send_id: claim.id, err }, 'a reply was not written to the journal');
      }
    },
  });
}

interface Sent {
  readonly ready: ReadySend;
  readonly message: SentMessage;
}

async function endDialog(options: EmailSenderOptions, sent: Sent, result: DialogResult): Promise<void> {
  const { connections, clock } = options;
  const { ready } = sent;
  if (result.kind === 'stopped') {
    giveBack(options, ready, { dueAt: new Date(clock.now()), reason: 'stopping' });
    return;
  }
  if (result.kind === 'no_session') {
    const until = new Date(clock.now() + UNREACHED_PAUSE_MS);
    connections.notReached(ready.account.stored, { error: result.error, until });
  } else connections.reached(ready.account.stored);
  if (result.kind === 'unanswered') {
    countUnknown(1);
    await markUnknown(options, ready);
  }
  addOutcome(options, sent, result);
}

function addOutcome(
  { outcomes, clock, logger }: EmailSenderOptions,
  { ready, message }: Sent,
  result: Exclude<DialogResult, { readonly kind: 'stopped' }>,
): void {
  const { send, inWindow } = ready;
  const attempt: Attempt = {
    sendId: send.id,
    token: send.lease_token,
    message,
    attempts: send.attempts,
    previousError: send.error,
    inWindow,
  };
  const outcome = outcomeOf(attempt, result, new Date(clock.now()));
  outcomes.add({ workspaceId: send.workspace_id, outcome });
  logger.debug(
    { send_id: send.id, workspace_id: send.workspace_id, result: result.kind, outcome: outcome.kind },
    'dialog ended',
  );
}

/** The outcome is recorded in any case. */
async function markUnknown({ claims, logger }: EmailSenderOptions, { send }: ReadySend): Promise<void> {
  try {
    await claims.markUnknown(toClaim(send));
  } catch (err) {
    logger.error({ send_id: send.id, err }, 'an attempt without a known outcome was not counted');
  }
}

function giveBack(
  { returns }: EmailSenderOptions,
  { send }: ReadySend,
  { dueAt, reason }: { readonly dueAt: Date; readonly reason: ReturnReason },
): void {
  returns.add([{ claim: toClaim(send), dueAt, reason }]);
}
