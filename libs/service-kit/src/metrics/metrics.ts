import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The event loop delay is sampled at this interval; 10 ms, the default, wakes an idle process 100 times a second. */
const LAG_PRECISION_MS = 250;

export type { Counter, Gauge, Histogram } from 'prom-client';

/** Seconds; from a cached answer to a whole webhook exchange. */
const LATENCY_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const registry = new Registry();

export const metrics = {
  registry,
  /** Metrics of Node itself: event loop, heap, descriptors. */
  collectProcessMetrics: (): void =>
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS }),
};

export function counter<Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): Counter<Label> {
  return new Counter({ name, help, labelNames: labels, registers: [registry] });
}

export function gauge<Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): Gauge<Label> {
  return new Gauge({ name, help, labelNames: labels, registers: [registry] });
}

/** A histogram of seconds. */
export function histogram<Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): Histogram<Label> {
  return new Histogram({
    name,
    help,
    labelNames: labels,
    buckets: LATENCY_BUCKETS_SECONDS,
    registers: [registry],
  });
}
