import type { Campaign } from '../campaigns/index.ts';
import type { Enrollment } from '../enrollments/index.ts';
import type { WorkerOutcome } from '../outcomes/index.ts';
import { nextSendTime, zoneFor } from '../planning/index.ts';
import { dayOf, type SenderAccount } from '../sending-accounts/index.ts';
import type { ClaimedSend, Recipient } from './ports.ts';

/** A send that is later than this is dropped. */
const LATE_MS_MAX = 24 * 60 * 60_000;
/** A send that keeps its plan is checked again after this time. */
export const CHECK_AGAIN_MS = 15 * 60_000;
/** Without send days, the campaign is checked again after this time. */
const NO_DAYS_MS = 24 * 60 * 60_000;
/** A send with more attempts without a known outcome is not sent again. */
export const UNKNOWN_MAX = 5;
export const UNCONFIRMED_ATTEMPTS = 'The server did not confirm the email in several attempts.';

/** A decision against sending an email now. */
export type Refusal =
  /** The outcome of the claim. */
  | { readonly kind: 'ended'; readonly outcome: WorkerOutcome }
  /** The send waits until its campaign is resumed. */
  | { readonly kind: 'held' }
  /** The send is due again later and keeps its id. `isPlanned`: that is its new time in the plan. */
  | { readonly kind: 'later'; readonly dueAt: Date; readonly isPlanned: boolean };

export interface CheckedRecords {
  readonly send: ClaimedSend;
  readonly campaign: Campaign;
  readonly enrollment: Enrollment;
  readonly account: SenderAccount;
}

/** The records that decide whether a send is made. */
export type SendRecords = Pick<CheckedRecords, 'send'> & Found<Omit<CheckedRecords, 'send'>>;

/** Records that may be missing. */
export type Found<Records> = { readonly [Name in keyof Records]: Records[Name] | undefined };

export type Check<Passed> = { readonly refusal: Refusal } | { readonly passed: Passed };

/** Checks everything that this service knows. */
export function checkRecords(records: SendRecords, at: Date): Check<CheckedRecords> {
  const { send, campaign, enrollment, account } = records;
  const end = (outcome: EndOf): { refusal: Refusal } => ended(send, outcome, at);
  if (isProven(send)) return end({ kind: 'arrived' });
  if (campaign?.status === 'paused') return { refusal: { kind: 'held' } };
  if (campaign?.status !== 'active' || enrollment === undefined || isOver(enrollment))
    return end({ kind: 'canceled', stop: null });
  if (at.getTime() - send.scheduled_at.getTime() > LATE_MS_MAX) return end({ kind: 'dropped' });
  if (account === undefined) return end({ kind: 'canceled', stop: 'send_failed' });
  if ((send.unknown_count ?? 0) > UNKNOWN_MAX) return end({ kind: 'failed', error: UNCONFIRMED_ATTEMPTS });
  // The email of a removed contact has no plan to return to, so it waits.
  const canPlan = isFirstAttempt(send) && !enrollment.keeps_queued;
  const waitUntil = (dueAt: Date, isPlanned = false): { refusal: Refusal } =>
    canPlan ? end({ kind: 'unplanned' }) : { refusal: { kind: 'later', dueAt, isPlanned } };
  if (enrollment.status === 'paused' || enrollment.status === 'pending' || account.stored.status !== 'active')
    return waitUntil(new Date(at.getTime() + CHECK_AGAIN_MS));
  const opensAt = sendTimeFrom({ send, campaign, enrollment, account }, at);
  // The window may open in days, and the email is not late then.
  if (opensAt > at) return waitUntil(opensAt, true);
  if (!isPlannedDay(send, account, at) && canPlan) return end({ kind: 'unplanned' });
  return { passed: { send, campaign, enrollment, account } };
}

/** Feedback has arrived for an attempt without a known result. */
export function isProven({
  unknown_count: unknownCount = 0,
  kept_feedback: kept = [],
}: ClaimedSend): boolean {
  return unknownCount > 0 && kept.length > 0;
}

/** The first time from `at` on that lies in the window and on a day of the campaign. */
export function sendTimeFrom({ campaign, enrollment, account }: CheckedRecords, at: Date): Date {
  const zone = zoneFor(enrollment.time_zone, account.stored.time_zone);
  const timeMs = nextSendTime(campaign, zone, at.getTime());
  return new Date(timeMs ?? at.getTime() + NO_DAYS_MS);
}

/** Checks the contact as the contacts service has it now. */
export function checkRecipient(
  { send, campaign }: CheckedRecords,
  recipient: Recipient | undefined,
  at: Date,
): Check<Recipient> {
  const end = (outcome: EndOf): { refusal: Refusal } => ended(send, outcome, at);
  if (recipient === undefined) return end({ kind: 'canceled', stop: 'contact_deleted' });
  const { isSuppressed, verificationStatus: status } = recipient.candidate;
  if (isSuppressed) return end({ kind: 'canceled', stop: 'suppressed' });
  const isRisky = status === 'risky' || status === 'catch_all';
  if (status === 'invalid' || (isRisky && !campaign.allow_risky_contacts))
    return end({ kind: 'canceled', stop: 'send_failed' });
  return { passed: recipient };
}

type EndOf = WorkerOutcome extends infer Outcome
  ? Outcome extends WorkerOutcome
    ? Omit<Outcome, 'sendId' | 'token' | 'at'>
    : never
  : never;

export function ended(
  { id, lease_token: token }: ClaimedSend,
  outcome: EndOf,
  at: Date,
): { refusal: Refusal } {
  return { refusal: { kind: 'ended', outcome: { ...outcome, sendId: id, token, at } } };
}

/** A send with an attempt keeps its id, and so its Message-ID. */
export function isFirstAttempt({ attempts, error, unknown_count: unknownCount = 0 }: ClaimedSend): boolean {
  return attempts <= 1 && error === null && unknownCount === 0;
}

/** A removed contact may keep its queued email. */
function isOver({ status, keeps_queued: keepsQueued }: Enrollment): boolean {
  return status === 'completed' || (status === 'stopped' && !keepsQueued);
}

/** True for an email that counts on this day of its account, and of its campaign unless it is an answer. */
export function isPlannedDay(send: ClaimedSend, { stored }: SenderAccount, at: Date): boolean {
  const isAccountDay = dayOf(at.getTime(), stored.time_zone) === send.account_day;
  if (send.thread_id !== undefined) return isAccountDay;
  return isAccountDay && dayOf(at.getTime(), null) === send.campaign_day;
}
