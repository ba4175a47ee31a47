import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startStack, type Stack } from '@outreach/dev';

const SECONDS_DEFAULT = 10;
const SEED_DEFAULT = 1;

export interface BenchInput {
  readonly stack: Stack;
  /** Length of the measured part. */
  readonly seconds: number;
  /** Tells apart the data of two runs. */
  readonly seed: number;
  readonly say: (line: string) => void;
}

export interface Bench {
  readonly name: string;
  readonly what: string;
  run(input: BenchInput): Promise<void>;
}

/** Runs one benchmark against the whole product on empty data, with the rate limits on. */
export async function runBench(bench: Bench, flags: readonly string[]): Promise<void> {
  const options = { seconds: { type: 'string' }, seed: { type: 'string' } } as const;
  const { values } = parseArgs({ args: [...flags], options });
  const seconds = Number(values.seconds ?? SECONDS_DEFAULT);
  const seed = Number(values.seed ?? SEED_DEFAULT);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'outreach-bench-'));
  const say = (line: string): void => {
    console.log(line);
  };
  say(`${bench.name}: ${bench.what}; ${String(seconds)} s, seed ${String(seed)}`);
  const env = { OUTBOUND_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8', LOG_LEVEL: 'warn' };
  const { MONGODB_URI, NATS_URL, ...baseEnv } = process.env;
  const stack = await startStack({ dataDir, env, baseEnv });
  try {
    await bench.run({ stack, seconds, seed, say });
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
