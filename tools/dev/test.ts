import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Environment } from './src/app-environment.ts';
import { runMain } from './src/plain-error.ts';
import { runNode } from './src/run-node.ts';
import { withTestServers } from './src/test-servers.ts';
import { checks } from './src/tests/checks.ts';
import { reportLines, type Step } from './src/tests/report.ts';
import {
  clearResults,
  readResults,
  RESULTS_FOLDER,
  sumResults,
  type TestResult,
} from './src/tests/results.ts';
import { runJest } from './src/tests/run-jest.ts';

/** The targets with tests. Nx restores the result of an unchanged one from its cache. */
const TARGETS = ['test', 'test-libs', 'test-tools'];
/** Targets that run at a time. Each runs its files one after the other, and its tests mostly wait for servers. */
const PARALLEL = 3;

const steps: Step[] = [];
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

// `npm test` runs all checks and all tests but the deep ones; `npm run test:deep` (`--deep`) runs the deep tests;
// `npm test -- PATH…` runs only the test files whose path matches, of both tiers.
await runMain(async () => {
  const args = process.argv.slice(2);
  const installSeconds = Number(process.env['OUTREACH_PREPARE_SECONDS'] ?? 0);
  steps.push({ name: 'install and download', seconds: installSeconds });
  const result = await run(args);
  for (const line of reportLines(steps, result)) print(line);
  print(`${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped`);
  return result.failed === 0 ? 0 : 1;
});

async function run(args: readonly string[]): Promise<TestResult> {
  if (args[0] === '--deep') return runDeep(args.slice(1));
  if (args.length === 0) return runAll();
  print(`Only the tests that match ${args.join(' ')}; all other checks are left out.`);
  return withServers(async (env, folder) => timed('tests', async () => runJest({ args, env, folder })));
}

/** Deep tests stop processes and measure isolation, so they run one at a time, without anything beside them. */
async function runDeep(paths: readonly string[]): Promise<TestResult> {
  return withServers(async (env, folder) => {
    const deepEnv = { ...env, TEST_TIER: 'deep' };
    return timed('deep tests', async () =>
      runJest({ args: ['--runInBand', ...paths], env: deepEnv, folder }),
    );
  });
}

async function runAll(): Promise<TestResult> {
  clearResults();
  return withServers(async (env) => {
    const [checked, isGood] = await Promise.all([runChecks(), timed('tests', async () => runTargets(env))]);
    const result = sumResults([checked, readResults()]);
    // A target that failed without a result counts as one failure.
    return isGood || result.failed > 0 ? result : { ...result, failed: 1 };
  });
}

/** Runs the checks one after the other, beside the tests. */
async function runChecks(): Promise<TestResult> {
  const result = { passed: 0, failed: 0, skipped: 0, files: [] };
  for (const [name, command] of Object.entries(checks)) {
    const code = await timed(name, async () => runNode(command, { env: process.env, stdout: 'inherit' }));
    result[code === 0 ? 'passed' : 'failed'] += 1;
    print(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  }
  return result;
}

async function runTargets(env: Environment): Promise<boolean> {
  const nx = join('node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const run = ['run-many', '-t', ...TARGETS, `--parallel=${String(PARALLEL)}`];
  const testEnv = {
    ...env,
    TEST_TIER: 'quick',
    JEST_WORKERS: '1',
    TEST_RESULTS_FOLDER: RESULTS_FOLDER,
    NX_TUI: 'false',
  };
  const code = await runNode([nx, ...run, '--output-style=stream-without-prefixes'], {
    env: { ...testEnv, NODE_OPTIONS: '--no-warnings' },
    stdout: 'inherit',
  });
  return code === 0;
}

async function withServers<T>(fn: (env: Environment, folder: string) => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  return withTestServers(async (env, folder) => {
    steps.push({ name: 'servers', seconds: (performance.now() - startedMs) / 1_000 });
    return fn(env, folder);
  });
}

async function timed<T>(name: string, fn: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  try {
    return await fn();
  } finally {
    steps.push({ name, seconds: (performance.now() - startedMs) / 1_000 });
  }
}
