import type { Thread } from '../data/inbox.ts';

/** The intents of the API, in the order of the menu. */
export const INTENTS = [
  'interested',
  'meeting_requested',
  'question',
  'referral',
  'not_now',
  'not_interested',
  'wrong_person',
  'out_of_office',
  'auto_reply',
  'unsubscribe',
  'unclassified',
] as const satisfies readonly Thread['intent'][];
