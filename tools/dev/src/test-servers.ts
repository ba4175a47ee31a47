import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './app-environment.ts';
import { whileRunning } from './interrupt.ts';
import { startStack } from './stack.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * Runs `fn` with a mongod and a nats-server for tests: the servers of MONGODB_URI and NATS_URL, or new servers that are stopped
 * afterwards. Each test file uses databases and streams of its own.
 * @param fn receives the environment of the tests and a temporary folder.
 */
export async function withTestServers<T>(fn: (env: Environment, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-test-'));
  const { MONGODB_URI: mongodbUri, NATS_URL: natsUrl } = process.env;
  const servers = await startStack({
    dataDir: join(folder, 'servers'),
    apps: [],
    ...(mongodbUri ? { mongodbUri } : {}),
    ...(natsUrl ? { natsUrl } : {}),
    print,
  });
  try {
    const env = { ...process.env, MONGODB_URI: servers.mongodbUri, NATS_URL: servers.natsUrl };
    return await whileRunning(servers, async () => fn(env, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
