import { describe, expect, it } from '@jest/globals';
import { submissionOutcome, type SubmittedResult } from './submission-outcome.ts';

const AT = new Date('2026-03-02T10:00:00.000Z');
const MINUTE_MS = 60_000;
const message = {
  message_id: '<snd_1@example.org>',
  subject: 'A question',
  variant_id: null,
  sequence_version: 1,
  sealed_rendering: null,
  from_email: 'anna@example.org',
  contact_email: 'maria@example.com',
};
const claim = { sendId: 'snd_1', token: 'lease_1' };
const outcome = (result: SubmittedResult, attempts = 1) =>
  submissionOutcome(
    { ...claim, message, attempts, previousError: null, inWindow: (time) => time },
    result,
    AT,
  );
const afterMs = (ms: number): Date => new Date(AT.getTime() + ms);
const soft = {
  kind: 'refused',
  reply: { code: 451, enhanced: '4.7.1', text: 'Greylisted' },
  classification: 'rate_limited',
  type: 'soft',
} as const;

describe('the outcome of a submission', () => {
  it('is submitted if the platform accepts', () => {
    expect(outcome({ kind: 'accepted' })).toEqual({ kind: 'submitted', ...claim, at: AT, message });
  });

  it('is a refusal at once if it is not temporary', () => {
    const hard = { ...soft, classification: 'invalid_mailbox', type: 'hard' } as const;
    expect(outcome(hard)).toMatchObject({ kind: 'refused', classification: 'invalid_mailbox', type: 'hard' });
  });

  it('is a further attempt after a temporary refusal, until the attempts are used up', () => {
    expect(outcome(soft)).toMatchObject({ kind: 'deferred', nextAt: afterMs(MINUTE_MS), reply: soft.reply });
    expect(outcome(soft, 6)).toMatchObject({ kind: 'refused', type: 'soft' });
  });

  it.each([
    [undefined, MINUTE_MS],
    [afterMs(10 * MINUTE_MS), 10 * MINUTE_MS],
    [afterMs(1_000), MINUTE_MS],
  ])('is a further attempt, not before the time that the platform names: %s', (retryAt, pauseMs) => {
    expect(outcome({ kind: 'retry', error: 'Later.', retryAt })).toMatchObject({
      kind: 'deferred',
      nextAt: afterMs(pauseMs),
      error: 'Later.',
    });
  });

  it('is a further attempt without a known result, and a failure after the last one', () => {
    expect(outcome({ kind: 'unknown', error: 'No answer.' }, 2)).toMatchObject({
      kind: 'deferred',
      nextAt: afterMs(5 * MINUTE_MS),
    });
    expect(outcome({ kind: 'unknown', error: 'No answer.' }, 6)).toMatchObject({ kind: 'failed' });
  });

  it('is a failure if the platform cannot send the email', () => {
    expect(outcome({ kind: 'failed', error: 'No credits.' })).toMatchObject({
      kind: 'failed',
      error: 'No credits.',
    });
  });
});
