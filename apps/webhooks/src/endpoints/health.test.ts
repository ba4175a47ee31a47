import { describe, expect, it } from '@jest/globals';
import { healthStates } from '@outreach/contracts-webhooks';
import { activatedHealth, INITIAL_HEALTH, nextHealth, type HealthState } from './health.ts';

const START = Date.UTC(2026, 0, 31, 9, 0);
const MINUTE_MS = 60_000;

/** The health after outcomes that are `stepMs` apart: `+` is a success, `-` a failure. */
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

describe('nextHealth', () => {
  it.each([
    ['two failures in a row', '+--', 'healthy'],
    ['three failures with successes between them', '--+-', 'healthy'],
    ['three failures in a row of fewer than ten attempts', '+---', 'degraded'],
    ['a success after three failures in a row', '---+', 'healthy'],
    ['three failures in a row after nine successes', `${'+'.repeat(9)}---`, 'degraded'],
    ['a success after more than 10 % failures in ten attempts', `${'+'.repeat(7)}---+`, 'degraded'],
    ['more than 10 % failures in ten attempts', `${'+'.repeat(4)}--${'+'.repeat(4)}`, 'degraded'],
    ['exactly 10 % failures', `${'+'.repeat(4)}-${'+'.repeat(5)}`, 'healthy'],
    ['ten successes in a row after failures', `${'-'.repeat(20)}${'+'.repeat(10)}`, 'healthy'],
    ['nine successes in a row after failures', `${'-'.repeat(20)}${'+'.repeat(9)}`, 'degraded'],
  ])('returns, for %s (%s), the status %s', (_name, outcomes, status) =>
    expect(after(outcomes).status).toBe(status),
  );

  it('returns degraded after a success if the creation degraded the endpoint', () => {
    expect(after('+', { ...INITIAL_HEALTH, status: 'degraded' }).status).toBe('degraded');
  });

  it('returns failed after more than an hour of failures only', () => {
    const failing = after('-'.repeat(7), INITIAL_HEALTH, { stepMs: 10 * MINUTE_MS });
    expect(failing.status).not.toBe('failed');
    expect(after('-', failing, { from: START + 60 * MINUTE_MS + 1 }).status).toBe('failed');
  });

  it('does not return failed if a success lies between the failures', () => {
    expect(after('---+---', INITIAL_HEALTH, { stepMs: 15 * MINUTE_MS }).status).not.toBe('failed');
  });

  it('returns healthy after failed only after ten successes in a row', () => {
    const failed = after('--', INITIAL_HEALTH, { stepMs: 61 * MINUTE_MS });
    expect(failed.status).toBe('failed');
    const later = { from: START + 5 * 60 * MINUTE_MS };
    expect(after('+'.repeat(9), failed, later).status).toBe('failed');
    expect(after('+'.repeat(10), failed, later).status).toBe('healthy');
  });

  it('returns healthy after degraded when the hour with the failures has passed', () => {
    const degraded = after('-'.repeat(10));
    const later = { from: START + 2 * 60 * MINUTE_MS };
    expect(after(`+++++++++-`, degraded, later).status).toBe('healthy');
  });

  it('returns to healthy from degraded when the share of failures falls to 10 %, from failed only by ten successes', () => {
    const degraded = after(`${'+'.repeat(8)}--`);
    expect(degraded.status).toBe('degraded');
    const eased = after('+'.repeat(9), { ...degraded, successes_in_a_row: 0 }, { from: START + MINUTE_MS });
    expect(eased.status).toBe('degraded');
    const failed: HealthState = { ...degraded, status: 'failed', minutes: [] };
    expect(after('+'.repeat(9), failed).status).toBe('failed');
    expect(after('+'.repeat(10), failed).status).toBe('healthy');
  });

  it('ignores attempts that ended before the activation', () => {
    const activated = activatedHealth(START);
    expect(after('-'.repeat(20), activated, { from: START - 20_000 })).toEqual(activated);
    expect(after('-'.repeat(20), activated).status).toBe('degraded');
  });
});

describe('healthStates', () => {
  it('keeps a paused endpoint paused until its activation, and a failed one failed until it recovers', () => {
    const outcomes = ['degrade', 'fail', 'ease', 'recover'] as const;
    expect(outcomes.map((operation) => healthStates.next('paused', operation))).toEqual(
      outcomes.map(() => 'paused'),
    );
    expect(healthStates.next('paused', 'activate')).toBe('healthy');
    expect(outcomes.map((operation) => healthStates.next('failed', operation))).toEqual([
      'failed',
      'failed',
      'failed',
      'healthy',
    ]);
    expect(healthStates.next('degraded', 'ease')).toBe('healthy');
  });
});
