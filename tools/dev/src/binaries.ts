import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { PlainError } from './plain-error.ts';
import { repositoryRoot } from './repository-root.ts';

const run = promisify(execFile);
const foundSchema = z.object({ MONGOD_BIN: z.string().optional(), NATS_SERVER_BIN: z.string().optional() });

export interface Binaries {
  mongod: string;
  natsServer: string;
}

/** Path of redis-server, which only a stack with several gateways needs. */
export function findRedis(env: Readonly<Record<string, string | undefined>>): string {
  const binary = env['REDIS_SERVER_BIN'];
  if (binary === undefined || binary === '')
    throw new PlainError('Two gateways share their limits in Redis: set REDIS_SERVER_BIN to redis-server.');
  return binary;
}

/** Paths of the server programs: from the environment that the bootstrap sets, else from the bootstrap itself. */
export async function findBinaries(env: Readonly<Record<string, string | undefined>>): Promise<Binaries> {
  const mongod = env['MONGOD_BIN'];
  const natsServer = env['NATS_SERVER_BIN'];
  if (mongod !== undefined && natsServer !== undefined) return { mongod, natsServer };
  const script = join(repositoryRoot, 'tools', 'bootstrap', 'servers.mjs');
  // With these URIs the bootstrap looks for no programs.
  const asked = run(process.execPath, [script], { env: { ...env, MONGODB_URI: '', NATS_URL: '' } });
  const found = foundSchema.parse(JSON.parse((await asked).stdout));
  if (found.MONGOD_BIN === undefined || found.NATS_SERVER_BIN === undefined) {
    throw new PlainError('The bootstrap found no mongod or nats-server; set MONGOD_BIN and NATS_SERVER_BIN.');
  }
  return { mongod: found.MONGOD_BIN, natsServer: found.NATS_SERVER_BIN };
}
