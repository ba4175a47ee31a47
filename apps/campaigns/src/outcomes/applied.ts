import type { Campaign } from '../campaigns/index.ts';
import type { Enrollment } from '../enrollments/index.ts';
import type { WindowCounts } from '../sending-accounts/index.ts';
import type { Step } from '../sequences/index.ts';
import type { BounceClass, BounceType, ReplyIntent } from '../feedback/index.ts';
import type { Send } from '../sends/index.ts';
import type { Message, Thread } from '../threads/index.ts';
import type { Counters, RateCounts } from '../stats/index.ts';

/** A send with the records that its outcomes change; those of an answer are about the thread, whose enrollment it reads. */
export interface Subject {
  readonly send: Send;
  /** The enrollment always exists; it may have ended. */
  readonly enrollment: Enrollment;
  readonly campaign: Campaign;
  /** The steps of the sequence as they are now; empty if it was deleted. */
  readonly steps: readonly Step[];
  /** The Message-ID of the email, with angle brackets. */
  readonly messageId: () => string;
  /** Set for an answer whose thread exists: it does not after the erasure of the contact. */
  readonly answer?: AnswerRecords;
}

/** The records that an answer changes. */
export interface AnswerRecords {
  readonly message: Message;
  readonly thread: Thread;
}

/** The reason of a suppression that an email causes. */
export type SuppressionCause = 'unsubscribed' | 'hard_bounce' | 'spam_complaint';

/** An event about a send; `send` is the record that it carries. */
export type SendEvent =
  | {
      readonly type: 'sent' | 'delivered' | 'opened' | 'clicked' | 'failed' | 'unsubscribed' | 'complained';
      readonly send: Send;
    }
  | { readonly type: 'machine_opened' | 'machine_clicked'; readonly send: Send }
  | {
      readonly type: 'replied' | 'auto_replied';
      readonly send: Send;
      readonly reply: { readonly intent: ReplyIntent; readonly snippet: string };
    }
  | {
      readonly type: 'bounced';
      readonly send: Send;
      readonly bounce: {
        readonly classification: BounceClass;
        readonly type: BounceType;
        readonly smtp_code: number | null;
      };
    };

/** Counters that change at a time. */
export interface Counted {
  readonly at: Date;
  readonly counts: Partial<Counters>;
}

/** The changes that an outcome makes. Absent fields change nothing. */
export interface Applied {
  /** The send after the outcome; undefined if it is deleted, to be planned again. */
  readonly send: Send | undefined;
  readonly enrollment?: Enrollment;
  readonly counted?: readonly Counted[];
  /** Counters of the rates of the campaign and of its account, on the day on which the email was sent. */
  readonly rates?: Partial<RateCounts>;
  readonly account?: Partial<WindowCounts>;
  readonly bounce?: { readonly classification: BounceClass; readonly type: BounceType };
  readonly events?: readonly SendEvent[];
  readonly suppression?: SuppressionCause;
  /** True if the email is not sent: its place in the limits of the day is free again. */
  readonly isReleased?: boolean;
  /** True if all open enrollments of the domain stop. */
  readonly stopsDomain?: boolean;
}
