import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { startStack, whileRunning, type Stack } from '@outreach/dev';
import { runCaptured } from '@outreach/dev/run-captured';
import { describeServers } from './machine.ts';
import { spreadOf } from './spread.ts';
import { createYardstick, measureRates, showRates, type Yardstick } from './yardstick.ts';

const SECONDS_DEFAULT = 10;
const SEED_DEFAULT = 1;
const CONTACTS_DEFAULT = 100_000;
const RUNS_DEFAULT = 3;

/** The input of a benchmark without the rates of the machine, which are measured just before the run. */
interface Flags {
  /** Length of the measured part. */
  readonly seconds: number;
  /** Distinguishes the data of two runs. */
  readonly seed: number;
  /** Size of the full workspace, for benchmarks that need one. */
  readonly contacts: number;
  /** Endpoints per event, for the deliveries of webhooks; the default of the benchmark without it. */
  readonly fanOut?: number;
  /** Events per second of a measured latency; the default of the benchmark without it. */
  readonly rate?: number;
  /** Measurements in the same workspace, of a benchmark that fills it once. */
  readonly runs: number;
  /** The parts to run, separated by commas; all if empty. */
  readonly only: string;
  readonly print: (line: string) => void;
}

export interface BareInput extends Flags {
  /** Shows rates and times with their ratios to the rates of this machine. */
  readonly yardstick: Yardstick;
}

export interface BenchInput extends BareInput {
  readonly stack: Stack;
  /** Connects with its first use. */
  readonly mongodb: MongoClient;
}

type Settings = Readonly<Record<string, string>>;

/** A benchmark of the whole product. */
export interface ProductBench {
  readonly name: string;
  readonly description: string;
  /** Settings of the services. */
  readonly env?: Settings | (() => Promise<Settings>);
  /** Size of the full workspace without a flag. */
  readonly contactsDefault?: number;
  /** Length of the measured part without a flag. */
  readonly secondsDefault?: number;
  /** Runs without a flag. */
  readonly runsDefault?: number;
  /** True if the benchmark fills a workspace for minutes and then measures `runs` times in it (`measureRounds`). */
  readonly fillsOnce?: true;
  run(input: BenchInput): Promise<void>;
}

/** A benchmark of one component, which starts its own servers. */
export interface PartBench {
  readonly name: string;
  readonly description: string;
  readonly runsDefault?: number;
  runAlone(input: BareInput): Promise<void>;
}

export type Bench = ProductBench | PartBench;

/**
 * Runs one benchmark three times and shows the spread of its figures: each time in a process of its own, or in a
 * workspace that is filled once. A benchmark of the product runs against all services on empty data, with rate limits.
 */
export async function runBench(bench: Bench, flags: readonly string[]): Promise<void> {
  const options = {
    seconds: { type: 'string' },
    seed: { type: 'string' },
    contacts: { type: 'string' },
    fanout: { type: 'string' },
    rate: { type: 'string' },
    only: { type: 'string' },
    runs: { type: 'string' },
  } as const;
  const { values } = parseArgs({ args: [...flags], options });
  const runs = Number(values.runs ?? bench.runsDefault ?? RUNS_DEFAULT);
  if (runs > 1 && !('fillsOnce' in bench)) {
    await repeat(bench, flags, runs);
    return;
  }
  const secondsDefault = 'secondsDefault' in bench ? bench.secondsDefault : undefined;
  const seconds = Number(values.seconds ?? secondsDefault ?? SECONDS_DEFAULT);
  const seed = Number(values.seed ?? SEED_DEFAULT);
  const contactsDefault = 'contactsDefault' in bench ? bench.contactsDefault : undefined;
  const contacts = Number(values.contacts ?? contactsDefault ?? CONTACTS_DEFAULT);
  const print = (line: string): void => {
    console.log(line);
  };
  const input: Flags = {
    seconds,
    seed,
    contacts,
    runs,
    only: values.only ?? '',
    ...(values.fanout === undefined ? {} : { fanOut: Number(values.fanout) }),
    ...(values.rate === undefined ? {} : { rate: Number(values.rate) }),
    print,
  };
  print(`${bench.name}: ${bench.description}; ${seconds} s, seed ${seed}`);
  if ('runAlone' in bench) await bench.runAlone({ ...input, yardstick: await takeYardstick(input) });
  else await runOnProduct(bench, input);
}

/** In a process of its own each run starts alike: code that was compiled for one run would make the next one faster. */
async function repeat(bench: Bench, flags: readonly string[], count: number): Promise<void> {
  const [, entry = ''] = process.argv;
  const runs: string[][] = [];
  while (runs.length < count) {
    const args = [...process.execArgv, entry, bench.name, ...flags, '--runs', '1'];
    const { code, output } = await runCaptured(args, { cwd: process.cwd() });
    console.log(output.trimEnd());
    if (code !== 0) throw new Error(`The run failed with the exit code ${code}.`);
    runs.push(output.split('\n'));
  }
  console.log([`spread of ${count} runs:`, ...spreadOf(runs)].join('\n'));
}

async function runOnProduct(bench: ProductBench, input: Flags): Promise<void> {
  input.print(await describeServers());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'outreach-bench-'));
  const settings = typeof bench.env === 'function' ? await bench.env() : bench.env;
  const env = { OUTBOUND_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8', LOG_LEVEL: 'warn', ...settings };
  const { MONGODB_URI, NATS_URL, ...baseEnv } = process.env;
  const stack = await startStack({ dataDir, env, baseEnv });
  const stop = async (): Promise<void> => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  await whileRunning({ stop }, async () => {
    const yardstick = await takeYardstick(input, stack.mongodbUri);
    await using mongodb = new MongoClient(stack.mongodbUri);
    await bench.run({ ...input, stack, yardstick, mongodb });
  });
}

async function takeYardstick({ print }: Flags, mongodbUri?: string): Promise<Yardstick> {
  const rates = await measureRates(mongodbUri);
  print(showRates(rates));
  return createYardstick(rates);
}
