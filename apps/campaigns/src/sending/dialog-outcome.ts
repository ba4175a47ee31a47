import { classifyReply, type BounceClassification } from '../bounce-classes/index.ts';
import type { Deferred, Failed, SentMessage, WorkerOutcome } from '../outcomes/index.ts';
import type { SmtpReply } from '../feedback/index.ts';
import type { DialogResult, SmtpCommand } from './ports.ts';

/** The error of an attempt after whose content the server did not answer. */
export const UNANSWERED =
  'The server did not answer after the email was transmitted; the email may have been delivered.';
const UNCONFIRMED = 'The server twice did not answer after the email was transmitted.';

const MINUTE_MS = 60_000;
/** Pauses in ms after the first and the following attempts with a temporary error. */
const RETRY_DELAYS_MS: readonly number[] = [1, 5, 15, 60, 240].map((minutes) => minutes * MINUTE_MS);

/** An attempt to send a claimed email. */
export interface Attempt {
  readonly sendId: string;
  readonly token: string;
  readonly message: SentMessage;
  /** Attempts so far, this one included. */
  readonly attempts: number;
  /** The error of the attempt before this one. */
  readonly previousError: string | null;
  /** The first time from this one on in which the campaign sends to the contact. */
  readonly inWindow: (time: Date) => Date;
}

/** A dialog that has an outcome. */
export type EndedDialog = Exclude<DialogResult, { readonly kind: 'stopped' | 'no_consent' }>;

/** The outcome of an attempt. A temporary error is retried until the attempts are used up. */
export function outcomeOf(attempt: Attempt, result: EndedDialog, at: Date): WorkerOutcome {
  switch (result.kind) {
    case 'answered':
      return afterReply(attempt, result, at);
    case 'no_session':
    case 'interrupted':
      return deferOrFail(attempt, result, at);
    case 'unanswered':
      return attempt.previousError === UNANSWERED
        ? { kind: 'failed', ...claimOf(attempt, at), error: UNCONFIRMED, message: attempt.message }
        : { ...deferOrFail(attempt, { error: UNANSWERED }, at), message: attempt.message };
  }
}

function afterReply(
  attempt: Attempt,
  { command, reply }: { readonly command: SmtpCommand; readonly reply: SmtpReply },
  at: Date,
): WorkerOutcome {
  const { message } = attempt;
  if (isAcceptance(reply)) return { kind: 'accepted', ...claimOf(attempt, at), message, reply };
  return afterRefusal(attempt, { reply, ...refusalOf(command, reply) }, at);
}

/** An email that was refused, with the class of the refusal. */
export interface Refusal extends BounceClassification {
  readonly reply: SmtpReply;
}

/** A temporary refusal is retried until the attempts are used up. */
export function afterRefusal(attempt: Attempt, refusal: Refusal, at: Date): WorkerOutcome {
  const { message, attempts, inWindow } = attempt;
  const nextAt = refusal.type === 'soft' ? retryTime(attempts, at) : undefined;
  if (nextAt === undefined) return { kind: 'refused', ...claimOf(attempt, at), message, ...refusal };
  const { reply } = refusal;
  return {
    kind: 'deferred',
    ...claimOf(attempt, at),
    nextAt: inWindow(nextAt),
    error: errorOf(reply),
    reply,
  };
}

export function isAcceptance({ code }: SmtpReply): boolean {
  return code !== null && code >= 200 && code < 300;
}

/** A refusal of the sender says nothing about the recipient, who must not be suppressed for it. */
function refusalOf(command: SmtpCommand, reply: SmtpReply): BounceClassification {
  const found = classifyReply(reply);
  return command === 'MAIL' && found.type === 'hard'
    ? { classification: 'policy_block', type: 'block' }
    : found;
}

/** @param notBefore the earliest time of the next attempt, if it is later than the schedule. */
export function deferOrFail(
  attempt: Attempt,
  { error, notBefore }: { readonly error: string; readonly notBefore?: Date | undefined },
  at: Date,
): Deferred | Failed {
  const scheduledAt = retryTime(attempt.attempts, at);
  const nextAt =
    scheduledAt !== undefined && notBefore !== undefined && notBefore > scheduledAt ? notBefore : scheduledAt;
  return nextAt === undefined
    ? { kind: 'failed', ...claimOf(attempt, at), error }
    : { kind: 'deferred', ...claimOf(attempt, at), nextAt: attempt.inWindow(nextAt), error, reply: null };
}

export function claimOf({ sendId, token }: Attempt, at: Date): { sendId: string; token: string; at: Date } {
  return { sendId, token, at };
}

function errorOf({ code, enhanced }: SmtpReply): string {
  const codes = [code, enhanced].filter((part) => part !== null).join(' ');
  return `The server refused the email for now${codes === '' ? '' : ` (${codes})`}.`;
}

/** The time of the next attempt; undefined after the last one. @param attempts attempts so far, at least 1. */
function retryTime(attempts: number, at: Date): Date | undefined {
  const delayMs = RETRY_DELAYS_MS[attempts - 1];
  return delayMs === undefined ? undefined : new Date(at.getTime() + delayMs);
}
