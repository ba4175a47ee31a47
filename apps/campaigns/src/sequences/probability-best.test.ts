import { describe, expect, it } from '@jest/globals';
import { probabilitiesBest, probabilitiesHighest, type BetaShape } from './probability-best.ts';

/** The logarithms of the gamma function of whole numbers. */
const LOG_GAMMAS = [0, 0];
for (let n = 2; n < 60_000; n += 1) LOG_GAMMAS.push((LOG_GAMMAS[n - 1] ?? 0) + Math.log(n - 1));

function logGamma(n: number): number {
  return LOG_GAMMAS[n] ?? NaN;
}

function logBeta(alpha: number, beta: number): number {
  return logGamma(alpha) + logGamma(beta) - logGamma(alpha + beta);
}

/** The closed form for two distributions with whole numbers (Miller, "Formulas for Bayesian A/B Testing", 2014). */
function exactHigher(a: BetaShape, b: BetaShape): number {
  let sum = 0;
  for (let i = 0; i < b.alpha; i += 1) {
    const terms = logBeta(a.alpha + i, b.beta + a.beta) - logBeta(1 + i, b.beta) - logBeta(a.alpha, a.beta);
    sum += Math.exp(terms) / (b.beta + i);
  }
  return sum;
}

const shapeOf = (delivered: number, successes: number): BetaShape => ({
  alpha: 1 + successes,
  beta: 1 + delivered - successes,
});

describe('the probability of the highest value', () => {
  it('is the published one for the batting averages of Piazza and Aaron', () => {
    // Robinson, "Understanding Bayesian A/B testing", 2016: 0.606 with the prior Beta(78.661, 224.875).
    const [piazza] = probabilitiesHighest([
      { alpha: 2_127 + 78.661, beta: 6_911 - 2_127 + 224.875 },
      { alpha: 3_771 + 78.661, beta: 12_364 - 3_771 + 224.875 },
    ]);
    expect(Math.abs((piazza ?? 0) - 0.606)).toBeLessThan(0.001);
  });

  it.each([
    [[{ alpha: 1, beta: 1 }], [1]],
    [
      [shapeOf(0, 0), shapeOf(0, 0), shapeOf(0, 0)],
      [1 / 3, 1 / 3, 1 / 3],
    ],
    [
      [
        { alpha: 1, beta: 1 },
        { alpha: 2, beta: 1 },
      ],
      [1 / 3, 2 / 3],
    ],
    [
      [
        { alpha: 1, beta: 2 },
        { alpha: 2, beta: 1 },
      ],
      [1 / 6, 5 / 6],
    ],
    [
      [
        { alpha: 1, beta: 1 },
        { alpha: 1, beta: 1 },
        { alpha: 2, beta: 1 },
      ],
      [1 / 4, 1 / 4, 1 / 2],
    ],
  ])('is exact for the shapes %j', (shapes, expected) => {
    for (const [index, probability] of probabilitiesHighest(shapes).entries())
      expect(probability).toBeCloseTo(expected[index] ?? NaN, 4);
  });
});

describe('the probability of being the best variant', () => {
  it.each([
    [100, 0, 100, 3],
    [100, 5, 100, 12],
    [1_000, 50, 1_000, 68],
    [200, 1, 5_000, 40],
    [20_000, 4_100, 20_000, 4_180],
    [100, 100, 100, 99],
  ])('equals the closed form for %d emails with %d successes and %d with %d', (...counts) => {
    const [firstDelivered, first, secondDelivered, second] = counts;
    const [, probability] = probabilitiesBest([
      { delivered: firstDelivered, successes: first },
      { delivered: secondDelivered, successes: second },
    ]);
    const exact = exactHigher(shapeOf(firstDelivered, first), shapeOf(secondDelivered, second));
    expect(probability).toBeCloseTo(exact, 4);
  });

  it('sums to 1 over six variants, and is highest for the best rate', () => {
    const results = [3, 5, 8, 13, 9, 4].map((successes) => ({ delivered: 150, successes }));
    const probabilities = probabilitiesBest(results);
    expect(probabilities.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 10);
    expect(probabilities.indexOf(Math.max(...probabilities))).toBe(3);
  });

  it('is finite for millions of emails, for none, and for more successes than deliveries', () => {
    const probabilities = probabilitiesBest([
      { delivered: 5_000_000, successes: 1_000_000 },
      { delivered: 0, successes: 0 },
      { delivered: 3, successes: 5 },
    ]);
    for (const one of probabilities) expect(one).toBeGreaterThan(0);
    expect(probabilities[0]).toBeLessThan(0.1);
  });
});
