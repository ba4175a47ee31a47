import type { BOUNCE_CLASSES, BOUNCE_TYPES, REPLY_INTENTS } from '@outreach/contracts-campaigns/records';

export type BounceClass = (typeof BOUNCE_CLASSES)[number];
export type BounceType = (typeof BOUNCE_TYPES)[number];
export type ReplyIntent = (typeof REPLY_INTENTS)[number];

/** The answer of a mail server. */
export interface SmtpReply {
  readonly code: number | null;
  /** Such as `5.1.1`. */
  readonly enhanced: string | null;
  readonly text: string;
}

interface FeedbackBase {
  readonly sendId: string;
  readonly at: Date;
}

/** The platform delivered a submitted email. */
export interface Confirmed extends FeedbackBase {
  readonly kind: 'confirmed';
}

/** The platform could not send a submitted email. */
export interface FailureReported extends FeedbackBase {
  readonly kind: 'failure_reported';
  /** A public text without secrets. */
  readonly error: string;
}

export interface Opened extends FeedbackBase {
  readonly kind: 'opened';
  readonly isMachine: boolean;
}

export interface Clicked extends FeedbackBase {
  readonly kind: 'clicked';
  readonly isMachine: boolean;
  readonly url: string;
}

export interface Unsubscribed extends FeedbackBase {
  readonly kind: 'unsubscribed';
  /** Finds the address when the email has expired. */
  readonly enrollmentId?: string;
}

export interface Replied extends FeedbackBase {
  readonly kind: 'replied';
  readonly intent: ReplyIntent;
  /** The first characters of the answer, without quoted text. */
  readonly snippet: string;
}

/** A report that an accepted email was not delivered. A report of type `soft` (delayed) is no outcome. */
export interface BounceReported extends FeedbackBase {
  readonly kind: 'bounce_reported';
  readonly reply: SmtpReply;
  readonly classification: BounceClass;
  readonly type: BounceType;
}

export interface Complained extends FeedbackBase {
  readonly kind: 'complained';
}

/** What happened to an email after it was sent. */
export type FeedbackOutcome =
  Confirmed | FailureReported | Opened | Clicked | Unsubscribed | Replied | BounceReported | Complained;
