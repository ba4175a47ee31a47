import type { SendStatus } from '@outreach/contracts-campaigns/records';

import type { BounceClass, BounceType, FeedbackOutcome, ReplyIntent } from '../feedback/index.ts';
import type { SealedBytes } from './sealed-rendering.ts';

/** What an answer in a thread belongs to. */
export interface AnswerOf {
  readonly campaign_id: string;
  readonly enrollment_id: string;
  /** True if the answer is sent to addresses whose only suppression is an unsubscribe. */
  readonly despite_unsubscribe: boolean;
}

/**
 * One planned email: a step for an enrollment, one per enrollment and step; or an answer that a user wrote in a thread.
 * An answer has the id of its thread as `campaign_id`, `enrollment_id`, `sequence_id` and `step_id`, and its number in the
 * thread as `step_number`, so that no query for the sends of a campaign or an enrollment finds it, and a number of a
 * thread has one answer. It counts for its account, and for no campaign.
 */
export interface Send {
  readonly id: string;
  readonly workspace_id: string;
  readonly campaign_id: string;
  readonly enrollment_id: string;
  readonly sequence_id: string;
  readonly contact_id: string;
  /** The thread of an answer. Absent for a step, like the other fields of answers. */
  readonly thread_id?: string;
  readonly answer?: AnswerOf;
  /** The positions in `cc` of the addresses of an answer that the server has refused. */
  readonly refused_cc?: readonly number[];
  /** Null once the contact has been erased. */
  readonly contact_email: string | null;
  /** SHA-256 of the address of an erased contact. */
  readonly address_digest?: string;
  readonly step_id: string;
  readonly step_number: number;
  /** Set when the email is rendered, like all fields about its content. */
  readonly variant_id: string | null;
  /** The version of the sequence from which the email was rendered. */
  readonly sequence_version: number | null;
  /** Repeats the rendering; null before it, for very large values, and once the contact has been erased. */
  readonly sealed_rendering: SealedBytes | null;
  readonly sending_account_id: string;
  readonly from_email: string;
  readonly subject: string | null;
  /** With angle brackets. */
  readonly message_id: string | null;
  readonly status: SendStatus;
  readonly scheduled_at: Date;
  /** The day on which the email counts for its account, `YYYY-MM-DD` in the zone of the account. */
  readonly account_day: string;
  /** The UTC day on which the email counts for its campaign, `YYYY-MM-DD`. */
  readonly campaign_day: string;
  /** The end of the dialog in which the server accepted or refused the email. */
  readonly sent_at: Date | null;
  readonly delivered_at: Date | null;
  /** The first open by a person. */
  readonly opened_at: Date | null;
  readonly open_count: number;
  readonly machine_open_count: number;
  /** The first click by a person. */
  readonly clicked_at: Date | null;
  readonly click_count: number;
  readonly machine_click_count: number;
  /** The first reply by a person. */
  readonly replied_at: Date | null;
  /** All replies, automatic ones included, by intent. */
  readonly reply_counts: Partial<Readonly<Record<ReplyIntent, number>>>;
  readonly bounced_at: Date | null;
  readonly unsubscribed_at: Date | null;
  readonly complained_at: Date | null;
  readonly attempts: number;
  /** Attempts after which it was not known whether the server had accepted the email. */
  readonly unknown_count?: number;
  readonly smtp_code: number | null;
  readonly enhanced_code: string | null;
  readonly smtp_response: string | null;
  readonly bounce_classification: BounceClass | null;
  readonly bounce_type: BounceType | null;
  readonly error: string | null;
  readonly created_at: Date;
  /** When a worker may claim the email; the end of the lease while one has it; null if nothing is left to send. */
  readonly due_at: Date | null;
  readonly lease_token: string | null;
  /** Feedback that waits until it is known whether the email was sent. */
  readonly kept_feedback?: readonly FeedbackOutcome[];
  /** Grows with every outcome. */
  readonly version: number;
}

/** The fields of a queued email that its planner decides. */
export type PlannedSend = Pick<
  Send,
  | 'id'
  | 'workspace_id'
  | 'campaign_id'
  | 'enrollment_id'
  | 'sequence_id'
  | 'contact_id'
  | 'thread_id'
  | 'answer'
  | 'contact_email'
  | 'step_id'
  | 'step_number'
  | 'sending_account_id'
  | 'from_email'
  | 'scheduled_at'
  | 'account_day'
  | 'campaign_day'
  | 'created_at'
>;

/** The campaign and the enrollment that a send belongs to. */
export function ownerOf({
  answer,
  campaign_id,
  enrollment_id,
}: Pick<Send, 'answer' | 'campaign_id' | 'enrollment_id'>): Pick<Send, 'campaign_id' | 'enrollment_id'> {
  return answer ?? { campaign_id, enrollment_id };
}

/** An email that waits for its time. */
export function queuedSend(planned: PlannedSend): Send {
  return {
    ...planned,
    variant_id: null,
    sequence_version: null,
    sealed_rendering: null,
    subject: null,
    message_id: null,
    status: 'queued',
    sent_at: null,
    delivered_at: null,
    opened_at: null,
    open_count: 0,
    machine_open_count: 0,
    clicked_at: null,
    click_count: 0,
    machine_click_count: 0,
    replied_at: null,
    reply_counts: {},
    bounced_at: null,
    unsubscribed_at: null,
    complained_at: null,
    attempts: 0,
    smtp_code: null,
    enhanced_code: null,
    smtp_response: null,
    bounce_classification: null,
    bounce_type: null,
    error: null,
    due_at: planned.scheduled_at,
    lease_token: null,
    version: 1,
  };
}
