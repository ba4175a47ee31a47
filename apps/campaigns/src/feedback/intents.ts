import type { ReplyIntent } from './feedback.ts';

/** Automatic answers neither stop an enrollment nor count as replies. */
export const AUTOMATIC_INTENTS: readonly ReplyIntent[] = ['out_of_office', 'auto_reply'];
const POSITIVE: ReadonlySet<ReplyIntent> = new Set([
  'interested',
  'meeting_requested',
  'question',
  'referral',
]);

/** True for an answer that no person wrote. */
export function isAutomatic(intent: ReplyIntent): boolean {
  return AUTOMATIC_INTENTS.includes(intent);
}

/** True for an answer that the campaign is made for. */
export function isPositive(intent: ReplyIntent): boolean {
  return POSITIVE.has(intent);
}
