import { describe, expect, it } from '@jest/globals';
import { explainNextAttempt, type NextAttemptInput } from './next-attempt.ts';

const AT = '2026-03-10T12:00:00.000Z';
const attempt = { at: AT, status_code: 500, latency_ms: 1_000, error: 'Status 500' };
const failed: NextAttemptInput = {
  status: 'failed',
  attempts: [attempt, attempt, attempt],
  next_retry_at: '2026-03-10T12:02:01.000Z',
  status_code: 500,
  is_test: false,
};

describe('explainNextAttempt', () => {
  it.each<[Partial<NextAttemptInput>, string]>([
    [{}, 'Attempt 4 follows 2 minutes after attempt 3: each pause is longer'],
    [{ next_retry_at: '2026-03-10T14:00:01.000Z' }, 'asked for this pause by Retry-After'],
    [{ next_retry_at: null }, 'No attempt follows by itself after 3 failed ones.'],
    [{ status: 'success', next_retry_at: null }, 'has accepted the event'],
    [{ status: 'pending', attempts: [], next_retry_at: null }, 'The first attempt follows at once.'],
    [{ is_test: true, next_retry_at: null }, 'A test event is sent once.'],
  ])('explains the fields %j of an enabled webhook', (fields, text) => {
    expect(explainNextAttempt({ ...failed, ...fields }, { active: true })).toContain(text);
  });

  it.each([
    [500, 'The webhook is paused. Events wait until it is enabled.'],
    [410, 'The receiver has answered 410 Gone, which pauses the webhook.'],
  ])('explains a paused webhook whose receiver has answered %d', (status_code, text) => {
    const delivery = { ...failed, status_code, next_retry_at: null };
    expect(explainNextAttempt(delivery, { active: false })).toContain(text);
  });
});
