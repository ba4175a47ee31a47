/** Emails of a variant: those that were delivered, and those of them that were successful. */
export interface VariantResult {
  readonly delivered: number;
  readonly successes: number;
}

/** A Beta distribution of a rate. */
export interface BetaShape {
  readonly alpha: number;
  readonly beta: number;
}

/** Points of the integration for one distribution, closest around its mean. */
const POINTS = 400;
/** The points reach sinh(2.8) · 2 = 16 standard deviations from the mean: rates close to 0 have a long tail. */
const REACH = 2.8;

/**
 * The probability of each variant that its rate is the highest, with the prior Beta(1,1). The sum is 1. Without results all are
 * equal.
 */
export function probabilitiesBest(results: readonly VariantResult[]): readonly number[] {
  return probabilitiesHighest(
    results.map(({ delivered, successes }) => ({
      alpha: 1 + successes,
      // A mail server can report an email as opened that it has not reported as delivered.
      beta: 1 + Math.max(0, delivered - successes),
    })),
  );
}

/**
 * The probability of each independent Beta distribution that its value is the highest: the integral of its density times the
 * cumulative distributions of the others, by the trapezoidal rule.
 */
export function probabilitiesHighest(shapes: readonly BetaShape[]): readonly number[] {
  const grid = gridOf(shapes);
  const cumulative = shapes.map((shape) => cumulativeOn(grid, shape));
  const integrals = shapes.map(() => 0);
  for (let at = 1; at < grid.length; at += 1)
    for (const index of shapes.keys()) {
      const own = cumulative[index] ?? [];
      const mass = (own[at] ?? 0) - (own[at - 1] ?? 0);
      integrals[index] = (integrals[index] ?? 0) + mass * belowOthers(cumulative, index, at);
    }
  const total = integrals.reduce((sum, integral) => sum + integral, 0);
  return integrals.map((integral) => integral / total);
}

/** The mean probability that all other values are below a point of this interval of the grid. */
function belowOthers(cumulative: readonly (readonly number[])[], index: number, at: number): number {
  let [start, end] = [1, 1];
  for (const [other, values] of cumulative.entries())
    if (other !== index) {
      start *= values[at - 1] ?? 0;
      end *= values[at] ?? 0;
    }
  return (start + end) / 2;
}

/** The points of all distributions, in their order, from 0 to 1. */
function gridOf(shapes: readonly BetaShape[]): readonly number[] {
  const points = shapes.flatMap(({ alpha, beta }) => {
    const sum = alpha + beta;
    const mean = alpha / sum;
    const deviation = Math.sqrt((mean * (1 - mean)) / (sum + 1));
    return Array.from({ length: POINTS }, (_, index) => {
      const reach = REACH * ((2 * index) / (POINTS - 1) - 1);
      return mean + deviation * 2 * Math.sinh(reach);
    });
  });
  const inside = points.filter((point) => point > 0 && point < 1);
  return [0, ...inside.toSorted((one, other) => one - other), 1];
}

/** The cumulative distribution at the points of the grid. */
function cumulativeOn(grid: readonly number[], { alpha, beta }: BetaShape): readonly number[] {
  const logs = grid.map((x) => logPower(x, alpha - 1) + logPower(1 - x, beta - 1));
  const highest = Math.max(...logs);
  const densities = logs.map((log) => Math.exp(log - highest));
  const sums = [0];
  for (let at = 1; at < grid.length; at += 1) {
    const width = (grid[at] ?? 0) - (grid[at - 1] ?? 0);
    sums.push((sums[at - 1] ?? 0) + (width * ((densities[at] ?? 0) + (densities[at - 1] ?? 0))) / 2);
  }
  const total = sums.at(-1) ?? 1;
  return sums.map((sum) => sum / total);
}

/** The logarithm of a power. A power of 0 is 1, also at 0. */
function logPower(base: number, exponent: number): number {
  return exponent === 0 ? 0 : exponent * Math.log(base);
}
