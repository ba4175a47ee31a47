import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMain } from './src/plain-error.ts';
import { runJest, type JestRun } from './src/run-jest.ts';
import { startStack } from './src/stack.ts';
import type { Stack } from './src/stack.ts';
import { runChecks, secondsSince } from './src/test-steps.ts';
import type { Counts } from './src/test-steps.ts';

/** Where processes are killed and hung while others are timed, a test needs the machine for itself. */
const ALONE = 'tests/faults/';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

await runMain(async () => {
  const args = process.argv.slice(2);
  if (args.length > 0)
    say(
      `Only the tests that match ${args.join(' ')}; format, lint, types and the other checks are left out.`,
    );
  const checked = args.length > 0 ? { passed: 0, failed: 0, skipped: 0 } : await runChecks(say);
  const tested = await runTests(args);
  const total = add(checked, tested);
  say(`${String(total.passed)} passed, ${String(total.failed)} failed, ${String(total.skipped)} skipped`);
  return total.failed === 0 ? 0 : 1;
});

/** One mongod and one nats-server serve the whole run; each test file takes databases and streams of its own. */
async function runTests(args: readonly string[]): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-test-'));
  let servers: Stack | undefined;
  const startedAt = performance.now();
  const stopEarly = (): void => {
    void servers?.stop().finally(() => process.exit(1));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopEarly);
  try {
    const { MONGODB_URI: mongodbUri, NATS_URL: natsUrl } = process.env;
    servers = await startStack({
      dataDir: join(folder, 'servers'),
      apps: [],
      ...(mongodbUri ? { mongodbUri } : {}),
      ...(natsUrl ? { natsUrl } : {}),
      say,
    });
    const env = { ...process.env, MONGODB_URI: servers.mongodbUri, NATS_URL: servers.natsUrl };
    const counts = await runSuites(args, { env, folder });
    say(`${counts.failed === 0 ? 'ok    ' : 'FAILED'} tests (jest) (${secondsSince(startedAt)})`);
    return counts;
  } finally {
    await servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runSuites(args: readonly string[], run: Omit<JestRun, 'args'>): Promise<Counts> {
  if (args.length > 0) return runJest({ ...run, args });
  const together = await runJest({
    ...run,
    args: ['--testPathIgnorePatterns', '/node_modules/', `/${ALONE}`],
  });
  return add(together, await runJest({ ...run, args: [ALONE, '--runInBand'] }));
}

function add(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}
