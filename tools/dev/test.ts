import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Environment } from './src/app-environment.ts';
import { runMain } from './src/plain-error.ts';
import { runNode } from './src/run-node.ts';
import { withTestServers } from './src/test-servers.ts';
import { filesAlone } from './src/tests/alone-files.ts';
import { checks } from './src/tests/checks.ts';
import { reportLines, type Report, type Step } from './src/tests/report.ts';
import {
  clearResults,
  countTests,
  readResults,
  RESULTS_FOLDER,
  stepResult,
  type FileResult,
} from './src/tests/results.ts';
import { runAgain } from './src/tests/run-again.ts';
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
  const { files, unstable } = await run(args);
  for (const line of reportLines({ steps, files, unstable })) print(line);
  const { passed, failed, skipped } = countTests(files);
  print(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed === 0 ? 0 : 1;
});

async function run(args: readonly string[]): Promise<Omit<Report, 'steps'>> {
  if (args[0] === '--deep') return runDeep(args.slice(1));
  if (args.length === 0) return runAll();
  print(`Only the tests that match ${args.join(' ')}; all other checks are left out.`);
  return withServers(async (env, folder) => ({
    files: await timed('tests', async () => runJest({ args, env, folder })),
    unstable: [],
  }));
}

/** Deep tests run two at a time. Those that measure time run after them, one at a time, without anything beside them. */
async function runDeep(paths: readonly string[]): Promise<Omit<Report, 'steps'>> {
  return withServers(async (env, folder) => {
    const deepEnv = { ...env, TEST_TIER: 'deep' };
    const runDeepFiles = async (name: string, args: readonly string[]): Promise<readonly FileResult[]> =>
      timed(name, async () => runJest({ args, env: deepEnv, folder }));
    if (paths.length > 0) {
      const files = await runDeepFiles('deep tests', ['--runInBand', ...paths]);
      return runAgain({ files, env: deepEnv, folder });
    }
    const alone = filesAlone();
    const others = ['--maxWorkers=2', '--testPathIgnorePatterns', '/node_modules/', ...alone];
    const besideFiles = await runDeepFiles('deep tests, two at a time', others);
    const aloneFiles = await runDeepFiles('deep tests that measure time', ['--runInBand', ...alone]);
    return runAgain({ files: [...besideFiles, ...aloneFiles], env: deepEnv, folder });
  });
}

async function runAll(): Promise<Omit<Report, 'steps'>> {
  clearResults();
  return withServers(async (env, folder) => {
    const [checked, isGood] = await Promise.all([runChecks(), timed('tests', async () => runTargets(env))]);
    const files = [...checked, ...readResults()];
    if (isGood || countTests(files).failed > 0) return runAgain({ files, env, folder });
    return { files: [...files, stepResult('nx', 'a target failed without a result')], unstable: [] };
  });
}

/** Runs the checks one after the other, beside the tests. */
async function runChecks(): Promise<readonly FileResult[]> {
  const results: FileResult[] = [];
  for (const [name, command] of Object.entries(checks)) {
    const code = await timed(name, async () => runNode(command, { env: process.env, stdout: 'inherit' }));
    results.push(stepResult(name, code === 0 ? null : 'the check failed'));
    print(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  }
  return results;
}

async function runTargets(env: Environment): Promise<boolean> {
  const nx = join('node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const run = ['run-many', '-t', ...TARGETS, `--parallel=${PARALLEL}`];
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
