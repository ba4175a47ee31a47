import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../app-environment.ts';
import { readDevFile } from '../dev-file.ts';
import { whileRunning } from '../interrupt.ts';
import { readKeys } from '../keys.ts';
import { PlainError } from '../plain-error.ts';
import { dataDirFrom } from '../settings.ts';
import { startStack } from '../stack.ts';
import type { Servers } from './create-backup.ts';

/** Runs `work` with the servers of MONGODB_URI and NATS_URL, or of the running stack, or of the stopped stack. */
export async function withAnyServers<T>(
  env: Environment,
  work: (servers: Servers) => Promise<T>,
): Promise<T> {
  const dev = hasServers(env) ? undefined : readDevFile(dataDirFrom(env));
  if (dev === undefined) return withIdleServers(env, work);
  return work({ mongodbUri: dev.mongodb_uri, natsUrl: dev.nats_url });
}

/** As `withAnyServers`, without services: the servers of a stack that runs are refused. */
export async function withIdleServers<T>(
  env: Environment,
  work: (servers: Servers) => Promise<T>,
): Promise<T> {
  const { MONGODB_URI: mongodbUri = '', NATS_URL: natsUrl = '' } = env;
  if (hasServers(env)) return work({ mongodbUri, natsUrl });
  const dataDir = dataDirFrom(env);
  if (existsSync(dataDir) && readKeys(dataDir) !== undefined) {
    const stack = await startStack({ dataDir, apps: [] });
    return whileRunning(stack, async () => work(stack));
  }
  throw new PlainError(
    `${join(dataDir, 'keys.json')} was not found. Put the file of the installation there: data is sealed with its keys. Or set MONGODB_URI and NATS_URL.`,
  );
}

/** @throws PlainError if only one of the servers is set. */
function hasServers({ MONGODB_URI: mongodbUri = '', NATS_URL: natsUrl = '' }: Environment): boolean {
  if ((mongodbUri === '') !== (natsUrl === ''))
    throw new PlainError('Set both MONGODB_URI and NATS_URL, or none of them.');
  return mongodbUri !== '';
}
