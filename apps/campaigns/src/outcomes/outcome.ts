import type { Enrollment } from '../enrollments/index.ts';
import type { BounceClass, BounceType, FeedbackOutcome, SmtpReply } from '../feedback/index.ts';
import type { Send } from '../sends/index.ts';

/** How an email was rendered. */
export interface SentMessage {
  /** With angle brackets. */
  readonly message_id: string;
  readonly subject: string;
  readonly variant_id: string | null;
  /** Null for an answer. */
  readonly sequence_version: number | null;
  /** Repeats the rendering; null for very large values, and for an answer. */
  readonly sealed_rendering: Uint8Array | null;
  /** Addresses of an answer that the server has refused, by their positions in `cc`. */
  readonly refused_cc?: readonly number[];
  readonly from_email: string;
  readonly contact_email: string;
}

interface OutcomeBase {
  readonly sendId: string;
  readonly at: Date;
}

/** The outcome of a claimed send. It is ignored when the worker with this token has lost the claim. */
interface ClaimOutcome extends OutcomeBase {
  readonly token: string;
}

/** The server accepted the email: a 2xx reply after the message. */
export interface Accepted extends ClaimOutcome {
  readonly kind: 'accepted';
  readonly message: SentMessage;
  readonly reply: SmtpReply;
}

/** The platform of the campaign took the email over. It reports the delivery later. */
export interface Submitted extends ClaimOutcome {
  readonly kind: 'submitted';
  readonly message: SentMessage;
}

/** A permanent refusal, or the last of several temporary ones. */
export interface Refused extends ClaimOutcome {
  readonly kind: 'refused';
  readonly message: SentMessage;
  readonly reply: SmtpReply;
  readonly classification: BounceClass;
  readonly type: BounceType;
}

/** The email cannot be sent: it was not rendered, or the server was not reached in all attempts. */
export interface Failed extends ClaimOutcome {
  readonly kind: 'failed';
  /** A public text without secrets. */
  readonly error: string;
  /** Set if the server may have the email. */
  readonly message?: SentMessage;
}

/** A temporary error; the send is due again at `nextAt`. */
export interface Deferred extends ClaimOutcome {
  readonly kind: 'deferred';
  readonly nextAt: Date;
  readonly error: string;
  readonly reply: SmtpReply | null;
  /** Set if the server may have the email. */
  readonly message?: SentMessage;
}

/** The send has to be planned again: its window or day is over, or its account cannot send. Only before an attempt. */
export interface Unplanned extends ClaimOutcome {
  readonly kind: 'unplanned';
}

/** The enrollment or its campaign ended before the send was claimed, or the contact is suppressed. */
export interface Canceled extends ClaimOutcome {
  readonly kind: 'canceled';
  /** Stops the enrollment if it is open; null leaves it as it is. */
  readonly stop: 'suppressed' | 'contact_deleted' | 'send_failed' | null;
  /** Why an answer is not sent: a public text without secrets. */
  readonly error?: string;
}

/** The send was claimed more than 24 hours after its time. Stops the enrollment. */
export interface Dropped extends ClaimOutcome {
  readonly kind: 'dropped';
}

/** Feedback has proved the arrival of an email whose result was unknown. */
export interface Arrived extends ClaimOutcome {
  readonly kind: 'arrived';
}

export type WorkerOutcome =
  Accepted | Arrived | Submitted | Refused | Failed | Deferred | Unplanned | Canceled | Dropped;
export type Outcome = WorkerOutcome | FeedbackOutcome;

/** A claimed send and its enrollment, as its worker has read them after the claim. */
export interface ClaimedRecords {
  readonly send: Send;
  readonly enrollment: Enrollment;
}

/** Records what happened to sends of the current call's workspace. */
export interface OutcomeRecorder {
  /**
   * Part of a transaction: changes the sends, their enrollments, counters and events, at most 500 outcomes per call. An
   * outcome that the state of its send does not allow changes nothing; the ids of the changed sends are returned.
   * @param claimed records that are not read again; only those of accepted emails.
   * @throws Error if one of these records has changed since it was read: then the caller repeats the call without them.
   */
  record(outcomes: readonly Outcome[], claimed?: readonly ClaimedRecords[]): Promise<ReadonlySet<string>>;
}
