import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCache, type Environment } from './app-environment.ts';
import { whileRunning } from './interrupt.ts';
import { startStack } from './stack.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The memory file system of Linux. On a disk, tests wait for thousands of syncs of short-lived databases. */
const MEMORY_FOLDER = '/dev/shm';
const TRAVERSABLE = 0o711;
const MEMORY_BYTES_MIN = 4 * 1_024 ** 3;

/** The folder for data of tests: in memory if there is enough, else the temporary folder of the system. */
function testFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    accessSync(MEMORY_FOLDER, constants.W_OK);
    return bavail * bsize >= MEMORY_BYTES_MIN ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Runs `fn` with a mongod and a nats-server for tests: the servers of MONGODB_URI and NATS_URL, or new servers that are stopped
 * afterwards. Each test file uses databases and streams of its own.
 * @param fn receives the environment of the tests and a temporary folder.
 */
export async function withTestServers<T>(fn: (env: Environment, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(testFolder(), 'outreach-test-'));
  // Dovecot and Postfix read their folders as another user.
  chmodSync(folder, TRAVERSABLE);
  const { MONGODB_URI: mongodbUri, NATS_URL: natsUrl } = process.env;
  const servers = await startStack({
    dataDir: join(folder, 'servers'),
    apps: [],
    ...(mongodbUri ? { mongodbUri } : {}),
    ...(natsUrl ? { natsUrl } : {}),
    print,
  });
  try {
    // Further servers and stacks of the tests use the same file system.
    const env = {
      ...process.env,
      TMPDIR: folder,
      NODE_COMPILE_CACHE: compileCache,
      MONGODB_URI: servers.mongodbUri,
      NATS_URL: servers.natsUrl,
    };
    return await whileRunning(servers, async () => fn(env, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
