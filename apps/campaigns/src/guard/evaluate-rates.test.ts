import { describe, expect, it } from '@jest/globals';
import { evaluateRates } from './evaluate-rates.ts';

const counts = (sent: number, hardBounces: number, complaints: number) => ({ sent, hardBounces, complaints });

describe('evaluateRates', () => {
  it.each([
    ['few sends', counts(49, 49, 0)],
    ['2 bounces of 100', counts(100, 2, 0)],
    ['2 complaints of 100', counts(100, 0, 2)],
    ['3 complaints of 10,000', counts(10_000, 0, 3)],
  ])('finds nothing for %s', (_, given) => {
    expect(evaluateRates(given)).toEqual({ pause: undefined, warnings: [] });
  });

  it.each([
    ['5 % of 100 sends', counts(100, 5, 0), 'bounce_rate', 0.05],
    ['3 of 50 sends', counts(50, 3, 0), 'bounce_rate', 0.06],
    ['3 complaints of 3,000', counts(3_000, 0, 3), 'complaint_rate', 0.001],
    ['both rates: bounces first', counts(100, 5, 3), 'bounce_rate', 0.05],
  ])('pauses at %s', (...[, given, rule, observed]) => {
    expect(evaluateRates(given)).toMatchObject({ pause: { rule, observed, window_days: 7 }, warnings: [] });
  });

  it('warns at half of the threshold', () => {
    expect(evaluateRates(counts(1_000, 25, 0)).warnings).toMatchObject([
      { rule: 'bounce_rate', observed: 0.025, threshold: 0.025, sample: 1_000 },
    ]);
    expect(evaluateRates(counts(6_000, 0, 3)).warnings).toMatchObject([{ rule: 'complaint_rate' }]);
  });
});
