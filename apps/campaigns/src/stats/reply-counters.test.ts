import { describe, expect, it } from '@jest/globals';
import { replyCounters } from './reply-counters.ts';

describe('the counters of a reply', () => {
  it.each([
    ['question', { replied: 1, positive_replied: 1, intent_question: 1 }],
    ['not_now', { replied: 1, intent_not_now: 1 }],
    ['out_of_office', { auto_replied: 1, intent_out_of_office: 1 }],
  ] as const)('of the intent %s', (intent, counters) => {
    expect(replyCounters.of(intent)).toEqual(counters);
  });

  it.each([
    ['not_now', 'interested', { positive_replied: 1, intent_not_now: -1, intent_interested: 1 }],
    ['interested', 'referral', { intent_interested: -1, intent_referral: 1 }],
    [
      'question',
      'auto_reply',
      { replied: -1, positive_replied: -1, auto_replied: 1, intent_question: -1, intent_auto_reply: 1 },
    ],
    [
      'out_of_office',
      'not_now',
      { replied: 1, auto_replied: -1, intent_out_of_office: -1, intent_not_now: 1 },
    ],
    ['question', 'question', {}],
  ] as const)('move from %s to %s', (before, after, counters) => {
    expect(replyCounters.corrected(before, after)).toEqual(counters);
  });
});
