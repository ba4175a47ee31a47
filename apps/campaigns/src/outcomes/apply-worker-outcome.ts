import { sendStates } from '@outreach/contracts-campaigns';
import type { Enrollment, StopReason } from '../enrollments/index.ts';
import type { Send } from '../sends/index.ts';
import type { SmtpReply } from '../feedback/index.ts';
import type { Counters } from '../stats/index.ts';
import type { Applied, Subject } from './applied.ts';
import { afterSent, stopIfOpen, unplanned } from './enrollment-progress.ts';
import type {
  Accepted,
  Canceled,
  Deferred,
  Dropped,
  Failed,
  Refused,
  SentMessage,
  Submitted,
  WorkerOutcome,
} from './outcome.ts';

/** Applies the outcome of a claim. Undefined if the worker has lost the claim, unless the server accepted the email. */
export function applyWorkerOutcome(subject: Subject, outcome: WorkerOutcome): Applied | undefined {
  const { send } = subject;
  if (send.status !== 'sending' || send.lease_token !== outcome.token)
    return outcome.kind === 'accepted' ? acceptedLate(subject, outcome) : undefined;
  switch (outcome.kind) {
    case 'accepted':
      return accepted(subject, outcome);
    case 'arrived':
      return arrived(subject, outcome.at);
    case 'submitted':
      return submitted(subject, outcome);
    case 'refused':
      return refused(subject, outcome);
    case 'failed':
      return failed(subject, outcome);
    case 'deferred':
      return deferred(subject, outcome);
    case 'unplanned':
      return planAgain(subject, outcome.at);
    case 'canceled':
      return canceled(subject, outcome);
    case 'dropped':
      return dropped(subject, outcome);
  }
}

const UNCLAIMED = { due_at: null, lease_token: null } as const;

/** A sent email counts for its contact once, at the first email. */
function contactedBy({ sent_count: sentCount }: Enrollment): { readonly contacted?: 1 } {
  return sentCount === 0 ? { contacted: 1 } : {};
}

/** What the sending of an email changes, whether its delivery is known or not. */
function sentBy(
  subject: Subject,
  send: Send,
  at: Date,
): Pick<Applied, 'enrollment' | 'rates' | 'account'> & {
  readonly counts: Partial<Counters>;
} {
  const enrollment = afterSent(subject, send, at);
  const completed = enrollment.status === 'completed' ? { completed: 1 } : {};
  const counts = { sent: 1, ...contactedBy(subject.enrollment), ...completed };
  return { enrollment, rates: { sent: 1 }, account: { sent: 1 }, counts };
}

/** A platform has the email. Its delivery is not known yet. */
function submitted(subject: Subject, { at, message }: Submitted): Applied {
  const status = nextStatus(subject.send, 'submit');
  const send: Send = { ...asSent(subject.send, message, at), ...NO_REPLY, status };
  const { counts, ...changes } = sentBy(subject, send, at);
  return { send, ...changes, counted: [{ at, counts }], events: [{ type: 'sent', send }] };
}

/** The acceptance by a mail server is the delivery too. */
function accepted(subject: Subject, { at, message, reply }: Accepted): Applied {
  const sent: Send = { ...asSent(subject.send, message, at), ...smtpFields(reply), status: 'sent' };
  const send: Send = { ...sent, status: nextStatus(subject.send, 'accept'), delivered_at: at };
  const { counts, ...changes } = sentBy(subject, send, at);
  return {
    send,
    ...changes,
    counted: [{ at, counts: { ...counts, delivered: 1 } }],
    events: [
      { type: 'sent', send: sent },
      { type: 'delivered', send },
    ],
  };
}

/** The email is not sent again, unless another worker has it already. Feedback may have proved its arrival before. */
function acceptedLate(subject: Subject, { at, message, reply }: Accepted): Applied | undefined {
  const { send } = subject;
  const isProven = send.status === 'sent';
  if (send.status === 'sending' || (send.sent_at !== null && !isProven)) return undefined;
  const known = isProven ? { send } : arrived({ ...subject, send: renderedAs(send, message) }, at);
  return confirmedBy(known, { at, reply });
}

/** The changes of an email that was sent, with its delivery. A report cannot place it before the sending. */
export function confirmedBy(
  { send: sent, counted = [], events = [], ...changes }: Applied & Pick<Subject, 'send'>,
  { at: reportedAt, reply }: { readonly at: Date; readonly reply?: SmtpReply },
): Applied {
  const at = sent.sent_at !== null && sent.sent_at > reportedAt ? sent.sent_at : reportedAt;
  const send: Send = {
    ...sent,
    ...(reply && smtpFields(reply)),
    status: nextStatus(sent, 'confirm'),
    delivered_at: at,
  };
  return {
    ...changes,
    send,
    counted: [...counted, { at, counts: { delivered: 1 } }],
    events: [...events, { type: 'delivered', send }],
  };
}

/** Feedback shows that the recipient has the email, although its server did not confirm it. */
export function arrived(subject: Subject, at: Date): Applied & Pick<Subject, 'send'> {
  const send: Send = {
    ...subject.send,
    ...UNCLAIMED,
    message_id: subject.send.message_id ?? subject.messageId(),
    status: nextStatus(subject.send, 'prove'),
    sent_at: at,
    error: null,
  };
  const { counts, ...changes } = sentBy(subject, send, at);
  return { send, ...changes, counted: [{ at, counts }], events: [{ type: 'sent', send }] };
}

const NO_REPLY = { smtp_code: null, enhanced_code: null, smtp_response: null } as const;

function asSent(send: Send, message: SentMessage, at: Date): Send {
  return { ...send, ...UNCLAIMED, ...message, sent_at: at, error: null };
}

function refused(subject: Subject, outcome: Refused): Applied {
  const { at, message, reply, classification, type } = outcome;
  const isHard = type === 'hard';
  const send: Send = {
    ...subject.send,
    ...UNCLAIMED,
    ...message,
    ...smtpFields(reply),
    status: nextStatus(subject.send, 'bounce'),
    sent_at: at,
    bounced_at: at,
    bounce_classification: classification,
    bounce_type: type,
    error: null,
  };
  const tried: Enrollment = {
    ...subject.enrollment,
    current_step: send.step_number,
    sending_account_id: send.sending_account_id,
    sent_count: subject.enrollment.sent_count + 1,
    last_sent_at: at,
    bounced: true,
    updated_at: at,
  };
  return {
    send,
    enrollment: stopIfOpen(tried, type === 'soft' ? 'send_failed' : 'bounced', at),
    counted: [{ at, counts: { sent: 1, bounced: 1, ...contactedBy(subject.enrollment) } }],
    rates: { sent: 1, ...(isHard && { hardBounces: 1 }) },
    account: { sent: 1, ...(isHard && { hard_bounced: 1 }) },
    bounce: { classification, type },
    events: [{ type: 'bounced', send, bounce: { classification, type, smtp_code: reply.code } }],
    ...(isHard && { suppression: 'hard_bounce' as const }),
  };
}

function failed({ send: before, enrollment }: Subject, { at, error, message }: Failed): Applied {
  const rendered = renderedAs(before, message);
  const send: Send = { ...rendered, ...UNCLAIMED, status: nextStatus(before, 'fail'), error };
  return {
    send,
    enrollment: stopIfOpen(enrollment, 'send_failed', at),
    ...readingFor(message),
    events: [{ type: 'failed', send }],
  };
}

/** The fields of an email that the server may have; nothing of them is stored after the erasure of the contact. */
function renderedAs(send: Send, message: SentMessage | undefined): Send {
  return message === undefined || send.contact_email === null ? send : { ...send, ...message };
}

/** Answers to an email that the server may have are read, too: nothing is counted for its account. */
function readingFor(message: SentMessage | undefined): Pick<Applied, 'account'> {
  return message === undefined ? {} : { account: {} };
}

function deferred({ send, enrollment }: Subject, { nextAt, error, reply, message }: Deferred): Applied {
  return {
    send: {
      ...renderedAs(send, message),
      ...(reply === null ? {} : smtpFields(reply)),
      status: nextStatus(send, 'retry'),
      scheduled_at: nextAt,
      due_at: nextAt,
      lease_token: null,
      error,
    },
    enrollment: { ...enrollment, next_send_at: enrollment.next_send_at === null ? null : nextAt },
    ...readingFor(message),
  };
}

/** Time in ms after which an email is tried again that had an attempt, and so keeps its plan. */
const RETRY_MS = 5 * 60_000;

function planAgain({ send, enrollment }: Subject, at: Date): Applied {
  if (send.error !== null)
    return {
      send: {
        ...send,
        status: nextStatus(send, 'release'),
        due_at: new Date(at.getTime() + RETRY_MS),
        lease_token: null,
      },
    };
  return { send: undefined, enrollment: unplanned(enrollment, at), isReleased: true };
}

function canceled({ send, enrollment }: Subject, { at, stop, error }: Canceled): Applied {
  const ended = error === undefined ? send : { ...send, error };
  return withoutSending(ended, 'cancel', stop === null ? enrollment : stopIfOpen(enrollment, stop, at));
}

function dropped({ send, enrollment }: Subject, { at }: Dropped): Applied {
  const reason: StopReason = 'stale_send_dropped';
  return withoutSending(send, 'drop', stopIfOpen(enrollment, reason, at));
}

function withoutSending(send: Send, operation: 'cancel' | 'drop', enrollment: Enrollment): Applied {
  return {
    send: { ...send, ...UNCLAIMED, status: nextStatus(send, operation) },
    enrollment,
    isReleased: true,
  };
}

export function smtpFields({
  code,
  enhanced,
  text,
}: SmtpReply): Pick<Send, 'smtp_code' | 'enhanced_code' | 'smtp_response'> {
  return { smtp_code: code, enhanced_code: enhanced, smtp_response: text.slice(0, REPLY_CHARACTERS_MAX) };
}

const REPLY_CHARACTERS_MAX = 500;

/** @throws Error if the table does not allow the operation: the caller has checked the status. */
export function nextStatus(
  { status }: Send,
  operation: (typeof sendStates.operations)[number],
): Send['status'] {
  const next = sendStates.next(status, operation);
  if (next === undefined) throw new Error(`A send that is ${status} does not ${operation}.`);
  return next;
}
