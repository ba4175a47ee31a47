export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Nearest-rank percentiles of all samples, in their own unit. */
export function percentilesOf(samples: readonly number[]): Percentiles {
  const sorted = Float64Array.from(samples).sort();
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

export function showPercentiles({ p50, p95, p99, max }: Percentiles): string {
  const show = (ms: number): string => `${ms.toFixed(1)} ms`;
  return `p50 ${show(p50)}, p95 ${show(p95)}, p99 ${show(p99)}, max ${show(max)}`;
}
