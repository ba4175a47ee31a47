import {
  createMemoryRateLimiter,
  createRedisConnection,
  createRedisRateLimiter,
  type LimitUse,
  type RateLimiter,
} from '@outreach/app-gateway/rate-limits';
import { createLogger } from '@outreach/service-kit';
import { createRedisProcess } from '@outreach/testing/servers';
import { percentilesOf } from './percentiles.ts';
import type { BareInput, Bench } from './run-bench.ts';

/** Concurrent callers: one measures the time of a check, many measure the throughput. */
const CALLER_COUNTS = [1, 32] as const;
const WORKSPACES = 200;
/** High enough that nothing is refused: an admission costs more than a refusal. */
const LIMIT = 50_000;
const TIMEOUT_MS = 10_000;
/** Checks per reading of the clock: a check in memory is faster than reading the clock. */
const BATCH = 100;

export const rateLimit: Bench = {
  name: 'rate-limit',
  description: 'a check of four limits, in memory and in a Redis on this machine',
  runAlone: async (input) => {
    const clocks = { now: () => Date.now(), monotonic: () => performance.now() };
    measureMemory(createMemoryRateLimiter({ clocks, failureRingCountMax: 1 }), input);
    await measureRedis(input);
  },
};

function measureMemory(limiter: { admit: (uses: readonly LimitUse[]) => unknown }, input: BareInput): void {
  const samples: number[] = [];
  const endMs = performance.now() + input.seconds * 1_000;
  for (let index = 0; performance.now() < endMs; index += 1) {
    const uses = usesOf(index);
    const startMs = performance.now();
    for (let count = 0; count < BATCH; count += 1) limiter.admit(uses);
    samples.push((performance.now() - startMs) / BATCH);
  }
  const busyMs = samples.reduce((sum, each) => sum + each, 0);
  input.print(`memory: ${show(input, (samples.length * 1_000) / busyMs, samples)}`);
}

async function measureRedis(input: BareInput): Promise<void> {
  const server = await createRedisProcess();
  await server.start();
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const redis = createRedisConnection({ url: server.url, logger, timeoutMs: TIMEOUT_MS });
  await redis.resource.start();
  try {
    for (const callers of CALLER_COUNTS) {
      const limiter = createRedisRateLimiter({ redis, keyPrefix: `bench${callers}` });
      const samples = await hammer(limiter, callers, input.seconds);
      input.print(`redis, ${callers} callers: ${show(input, samples.length / input.seconds, samples)}`);
    }
  } finally {
    await redis.resource.stop();
    await server.dispose();
  }
}

async function hammer(limiter: RateLimiter, callers: number, seconds: number): Promise<number[]> {
  const samples: number[] = [];
  const endMs = performance.now() + seconds * 1_000;
  const call = async (first: number): Promise<void> => {
    for (let index = first; performance.now() < endMs; index += callers) {
      const startMs = performance.now();
      await limiter.admit(usesOf(index));
      samples.push(performance.now() - startMs);
    }
  };
  await Promise.all(Array.from({ length: callers }, async (_, index) => call(index)));
  return samples;
}

function usesOf(index: number): LimitUse[] {
  const partition = `ws_${index % WORKSPACES}`;
  return ['credential', 'write', 'workspace', 'workspace_write'].map((name) => ({
    partition,
    name,
    key: partition,
    limit: LIMIT,
  }));
}

function show({ yardstick }: BareInput, checksPerSecond: number, samples: readonly number[]): string {
  const { p50, p99 } = percentilesOf(samples);
  const us = (ms: number): string => `${(ms * 1_000).toFixed(2)} µs`;
  return `${yardstick.rate(checksPerSecond, 'checks')}, p50 ${us(p50)}, p99 ${us(p99)}`;
}
