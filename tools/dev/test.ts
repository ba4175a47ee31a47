import { join } from 'node:path';
import type { Environment } from './src/app-environment.ts';
import { runMain } from './src/plain-error.ts';
import { clearResults, readResults, sumResults, type TargetResult } from './src/results.ts';
import { runJest } from './src/run-jest.ts';
import { runNode } from './src/run-node.ts';
import { withTestServers } from './src/test-servers.ts';

/**
 * The targets that run together. `slow-tests` does nothing but depend on the slow tests: Nx starts targets first that
 * others depend on, and the slow tests must not start last.
 */
const TOGETHER = ['slow-tests', 'test', 'format', 'generated', 'proto-lint', 'proto-compatibility'];
/** Nx starts no other target while a batch of these runs, so they have an Nx run of their own beside the tests. */
const BATCHED = ['lint', 'typecheck'];
/** Tests that measure time while processes fail. They run after all other targets, without anything beside them. */
const ALONE = 'test-alone';
const SLOWEST_FILES = 10;
/** Targets at a time; each jest has one worker. With two cores the slow tests mostly wait while the other two compute. */
const PARALLEL = '3';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

// `npm test` runs all targets of all projects; `npm test -- PATH…` runs only the test files whose path matches.
await runMain(async () => {
  const args = process.argv.slice(2);
  const result = args.length > 0 ? await runMatching(args) : await runAll();
  print(`${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped`);
  return result.failed === 0 ? 0 : 1;
});

async function runMatching(args: readonly string[]): Promise<TargetResult> {
  print(`Only the tests that match ${args.join(' ')}; all other checks are left out.`);
  return withTestServers(async (env, folder) => runJest({ args, env, folder }));
}

async function runAll(): Promise<TargetResult> {
  clearResults();
  const isEachGood = await withTestServers(async (env) => {
    const testEnv = { ...env, JEST_WORKERS: '1' };
    const outcomes = await Promise.all([
      runNx(['run-many', '-t', ...TOGETHER, `--parallel=${PARALLEL}`], testEnv),
      runNx(['run-many', '-t', ...BATCHED], env),
    ]);
    const isGoodAlone = await runNx(['run-many', '-t', ALONE, '--parallel=1'], testEnv);
    return isGoodAlone && outcomes.every((isGood) => isGood);
  });
  const result = sumResults(readResults());
  printSlowest(result);
  // A target that failed without a result counts as one failure.
  return isEachGood || result.failed > 0 ? result : { ...result, failed: 1 };
}

async function runNx(args: readonly string[], env: Environment): Promise<boolean> {
  const nx = join('node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const run = { env: { ...env, NX_TUI: 'false' }, stdout: 'inherit' } as const;
  return (await runNode([nx, ...args, '--output-style=stream-without-prefixes'], run)) === 0;
}

function printSlowest({ files }: TargetResult): void {
  print(`The ${SLOWEST_FILES} slowest test files:`);
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_FILES);
  for (const { path, seconds } of slowest) print(`${seconds.toFixed(1).padStart(7)} s  ${path}`);
}
