import { describe, expect, it } from '@jest/globals';
import { INITIAL_HEALTH, nextHealth, type HealthState } from './health.ts';

const START = Date.UTC(2026, 0, 31, 9, 0);
const MINUTE_MS = 60_000;

/** `+` is a success, `-` a failure, one every `stepMs`. */
function after(
  outcomes: string,
  record: HealthState = INITIAL_HEALTH,
  { from = START, stepMs = 1_000 } = {},
): HealthState {
  return Array.from(outcomes).reduce(
    (health, outcome, index) =>
      nextHealth(health, { endedAtMs: from + index * stepMs, success: outcome === '+' }),
    record,
  );
}

describe('health', () => {
  it.each([
    ['few attempts say nothing', '-'.repeat(9), 'healthy'],
    ['over 10 % of ten attempts failed', `${'+'.repeat(4)}--${'+'.repeat(4)}`, 'degraded'],
    ['exactly 10 % failed', `${'+'.repeat(4)}-${'+'.repeat(5)}`, 'healthy'],
    ['ten successes in a row heal', `${'-'.repeat(20)}${'+'.repeat(10)}`, 'healthy'],
    ['nine do not', `${'-'.repeat(20)}${'+'.repeat(9)}`, 'degraded'],
  ])('%s', (_name, outcomes, status) => expect(after(outcomes).status).toBe(status));

  it('is failed once there were only failures for over an hour', () => {
    const failing = after('-'.repeat(7), INITIAL_HEALTH, { stepMs: 10 * MINUTE_MS });
    expect(failing.status).not.toBe('failed');
    expect(after('-', failing, { from: START + 60 * MINUTE_MS + 1 }).status).toBe('failed');
  });

  it('is not failed when a success lies between', () => {
    expect(after('---+---', INITIAL_HEALTH, { stepMs: 15 * MINUTE_MS }).status).not.toBe('failed');
  });

  it('comes back from failed by ten successes in a row only', () => {
    const failed = after('--', INITIAL_HEALTH, { stepMs: 61 * MINUTE_MS });
    expect(failed.status).toBe('failed');
    const later = { from: START + 5 * 60 * MINUTE_MS };
    expect(after('+'.repeat(9), failed, later).status).toBe('failed');
    expect(after('+'.repeat(10), failed, later).status).toBe('healthy');
  });

  it('comes back from degraded when the bad hour is over', () => {
    const degraded = after('-'.repeat(10));
    const later = { from: START + 2 * 60 * MINUTE_MS };
    expect(after(`+++++++++-`, degraded, later).status).toBe('healthy');
  });
});
