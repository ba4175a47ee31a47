import { describe, expect, it } from '@jest/globals';
import { UNCHECKED, type DomainAuth } from './account.ts';
import { bandOf, healthOf, type HealthInput } from './health.ts';

const NOW = Date.parse('2026-01-31T09:30:00.000Z');
const HOUR_MS = 3_600_000;
const fine: HealthInput = {
  counts: { sent: 1_000, hard_bounced: 0, complaints: 0 },
  auth: UNCHECKED,
  lastFailedAt: null,
  isListed: false,
  nowMs: NOW,
};
const counts = (sent: number, hard_bounced: number, complaints: number) => ({
  sent,
  hard_bounced,
  complaints,
});

describe('healthOf', () => {
  it.each<[string, Partial<HealthInput>, number]>([
    ['no problem', {}, 100],
    ['hard bounces of 5 %', { counts: counts(100, 5, 0) }, 80],
    ['hard bounces of 10 %', { counts: counts(100, 10, 0) }, 60],
    ['hard bounces of 50 %', { counts: counts(100, 50, 0) }, 60],
    ['complaints of 0.15 %', { counts: counts(2_000, 0, 3) }, 85],
    ['complaints of 0.30 %', { counts: counts(1_000, 0, 3) }, 70],
    ['complaints of 1 %', { counts: counts(1_000, 0, 10) }, 70],
    ['a failing SPF record', { auth: { ...UNCHECKED, spf: 'fail' } }, 80],
    ['a failing DMARC record', { auth: { ...UNCHECKED, dmarc: 'fail' } }, 80],
    ['failing SPF and DMARC records', { auth: { ...UNCHECKED, spf: 'fail', dmarc: 'fail' } }, 80],
    ['a failed connection 23 h ago', { lastFailedAt: new Date(NOW - 23 * HOUR_MS) }, 90],
    ['a listing', { isListed: true }, 70],
    ['a failed connection 24 h ago', { lastFailedAt: new Date(NOW - 24 * HOUR_MS) }, 100],
    [
      'everything',
      {
        counts: counts(1_000, 500, 500),
        auth: { ...UNCHECKED, spf: 'fail' },
        lastFailedAt: new Date(NOW),
      },
      0,
    ],
  ])('with %s', (_title, changes, score) => {
    const health = healthOf({ ...fine, ...changes });
    expect(health.score).toBe(score);
    expect(100 - health.factors.reduce((sum, { penalty }) => sum + penalty, 0)).toBe(score);
  });

  it('is 100 for a fresh account', () => {
    const bad = { auth: { ...UNCHECKED, spf: 'fail' as const }, lastFailedAt: new Date(NOW) };
    expect(healthOf({ ...fine, ...bad, counts: counts(19, 19, 19) }).score).toBe(100);
    expect(healthOf({ ...fine, ...bad, counts: counts(20, 20, 20) }).score).toBe(0);
    expect(healthOf({ ...fine, ...bad, isListed: true, counts: counts(0, 0, 0) }).score).toBe(70);
  });

  it('reports the observed rates', () => {
    const { factors } = healthOf({ ...fine, counts: counts(200, 5, 1) });
    expect(factors).toEqual([
      { factor: 'hard_bounce_rate', observed: 0.025, threshold: 0.1, penalty: 10 },
      { factor: 'complaint_rate', observed: 0.005, threshold: 0.003, penalty: 30 },
      { factor: 'domain_auth', observed: 0, threshold: 1, penalty: 0 },
      { factor: 'connection_errors', observed: 0, threshold: 1, penalty: 0 },
      { factor: 'blocklist', observed: 0, threshold: 1, penalty: 0 },
    ]);
  });
});

describe('the health', () => {
  it('does not depend on DKIM and MX records', () => {
    const auth: DomainAuth = { ...UNCHECKED, dkim: 'fail', mx: 'fail' };
    expect(healthOf({ ...fine, auth }).score).toBe(100);
  });
});

describe('bandOf', () => {
  it.each([
    [100, 'good'],
    [70, 'good'],
    [69.9, 'fair'],
    [40, 'fair'],
    [39.9, 'poor'],
    [0, 'poor'],
  ])('of %d is %s', (score, band) => expect(bandOf(score)).toBe(band));
});
