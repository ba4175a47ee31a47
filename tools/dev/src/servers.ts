import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { loopback } from '@outreach/testing/free-port';
import { MongoClient } from 'mongodb';
import { PlainError } from './plain-error.ts';
import type { ProcessSpec } from './supervised-process.ts';

const replicaSet = 'outreach';
const probeTimeoutMs = 1_000;
const serverReadyTimeoutMs = 60_000;
const serverStopTimeoutMs = 30_000;

const mongodSettings = {
  // By default a primary waits 15 s for its secondaries before it ends; this one has none.
  shutdownTimeoutMillisForSignaledShutdown: 100,
  diagnosticDataCollectionEnabled: false,
  // Open transactions of a killed process lock their documents for this time, by default 60 s.
  transactionLifetimeLimitSeconds: 10,
  // Each collection and index is a file. By default an unused one stays open for 10 minutes, and the databases of all tests
  // together have more files than a process may open.
  wiredTigerFileHandleCloseIdleTime: 30,
};

/** Commits that wait for the journal sync it at once. Other writes are synced after this time; the default is 100. */
const JOURNAL_INTERVAL_MS = 500;

/**
 * Shares of the cache in percent. By default MongoDB evicts changed pages from 5 % of its cache on, so a small cache writes
 * the same index pages again and again: an imported contact costs twice as much processor time (docs/performance.md).
 */
const EVICTION = {
  eviction_dirty_target: 50,
  eviction_dirty_trigger: 75,
  eviction_updates_target: 25,
  eviction_updates_trigger: 50,
};

const CACHE_VARIABLE = 'MONGOD_CACHE_GIB';
const CACHE_GIB_DEFAULT = 0.5;
/** The range that mongod accepts. */
const CACHE_GIB_MIN = 0.25;
const CACHE_GIB_MAX = 10_000;

/**
 * Size of the cache of mongod in GiB. Its own default is half of the memory of the machine.
 * @throws PlainError for a value that mongod does not accept.
 */
export function cacheGibFrom(env: Readonly<Record<string, string | undefined>>): number {
  const value = env[CACHE_VARIABLE];
  if (value === undefined || value === '') return CACHE_GIB_DEFAULT;
  const gib = Number(value);
  if (gib >= CACHE_GIB_MIN && gib <= CACHE_GIB_MAX) return gib;
  throw new PlainError(
    `${CACHE_VARIABLE} must be a number from ${CACHE_GIB_MIN} to ${CACHE_GIB_MAX}; it is ${value}.`,
  );
}

/** Server parameters of mongod. */
export type MongodSettings = Readonly<Record<string, number | boolean>>;

export interface ServerOptions {
  binary: string;
  dataDir: string;
  port: number;
  /** Added to the usual settings; they win over settings of the same name. */
  settings?: MongodSettings;
}

export const mongodUri = (port: number): string => `mongodb://${loopback}:${port}/?replicaSet=${replicaSet}`;
export const natsUrl = (port: number): string => `nats://${loopback}:${port}`;
export const redisUrl = (port: number): string => `redis://${loopback}:${port}`;

/** mongod as a one-member replica set, which transactions need. */
export function mongodSpec({ binary, dataDir, port, settings: own = {} }: ServerOptions): ProcessSpec {
  const dbPath = join(dataDir, 'mongod');
  mkdirSync(dbPath, { recursive: true });
  const address = ['--dbpath', dbPath, '--bind_ip', loopback, '--port', String(port), '--nounixsocket'];
  const cache = ['--wiredTigerCacheSizeGB', String(cacheGibFrom(process.env))];
  const journal = ['--journalCommitInterval', String(JOURNAL_INTERVAL_MS)];
  const eviction = ['--wiredTigerEngineConfigString', toList(EVICTION).join(',')];
  const settings = toList({ ...mongodSettings, ...own }).flatMap((setting) => ['--setParameter', setting]);
  return {
    ...common(dataDir, 'mongod'),
    command: binary,
    args: [...address, ...cache, ...journal, ...eviction, '--replSet', replicaSet, '--quiet', ...settings],
    isReady: () => isPrimary(port),
  };
}

function toList(settings: MongodSettings): readonly string[] {
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}

/** nats-server with JetStream on files. */
export function natsSpec({ binary, dataDir, port }: ServerOptions): ProcessSpec {
  const store = join(dataDir, 'nats');
  mkdirSync(store, { recursive: true });
  return {
    ...common(dataDir, 'nats'),
    command: binary,
    args: ['-js', '-sd', store, '-a', loopback, '-p', String(port)],
    isReady: () => greets({ port, begin: 'INFO' }),
  };
}

/** redis-server without persistence: it has the rate limits of the last minute only. */
export function redisSpec({ binary, dataDir, port }: ServerOptions): ProcessSpec {
  const persistence = ['--save', '', '--appendonly', 'no'];
  return {
    ...common(dataDir, 'redis'),
    command: binary,
    args: ['--bind', loopback, '--port', String(port), ...persistence],
    isReady: () => greets({ port, request: 'PING\r\n', begin: '+PONG' }),
  };
}

function common(dataDir: string, name: string): Omit<ProcessSpec, 'command' | 'args' | 'isReady'> {
  return {
    name,
    env: process.env,
    cwd: dataDir,
    logPath: join(dataDir, 'logs', `${name}.log`),
    readyTimeoutMs: serverReadyTimeoutMs,
    stopTimeoutMs: serverStopTimeoutMs,
  };
}

// True once mongod is primary. Initiates the replica set on the first run and after a change of its port.
async function isPrimary(port: number): Promise<boolean> {
  const uri = `mongodb://${loopback}:${port}/?directConnection=true`;
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: probeTimeoutMs });
  try {
    await client.connect();
    const hello = await client.db('admin').command({ hello: 1 });
    if (hello['isWritablePrimary'] === true) return true;
    await makeReplicaSet(client, `${loopback}:${port}`);
    return false;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

async function makeReplicaSet(client: MongoClient, host: string): Promise<void> {
  const admin = client.db('admin');
  const members = [{ _id: 0, host }];
  const existing = await client.db('local').collection('system.replset').findOne({});
  if (existing === null) {
    await admin.command({ replSetInitiate: { _id: replicaSet, members } });
    return;
  }
  const isMoved = !JSON.stringify(existing['members']).includes(`"${host}"`);
  if (!isMoved) return;
  const version = Number(existing['version']) + 1;
  await admin.command({ replSetReconfig: { ...existing, version, members }, force: true });
}

interface Greeting {
  readonly port: number;
  /** What is sent first; NATS writes without a request. */
  readonly request?: string;
  readonly begin: string;
}

// True when the first line of the server begins as expected.
async function greets({ port, request, begin }: Greeting): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: loopback });
    const settle = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(probeTimeoutMs, () => {
      settle(false);
    });
    socket.once('error', () => {
      settle(false);
    });
    if (request !== undefined) socket.write(request);
    socket.once('data', (data) => {
      settle(data.toString('latin1').startsWith(begin));
    });
  });
}
