import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBinaries } from '@outreach/dev';
import { SupervisedProcess, type ProcessSpec } from '@outreach/dev/supervised-process';
import { eventually, freePort } from '@outreach/testing';
import { MongoClient } from 'mongodb';
import { connect } from 'nats';

const HOST = '127.0.0.1';
const MEMBERS = 3;
const REPLICA_SET = 'outreach';
const CACHE_GIB = '0.25';
/** The settings that docs/operations.md recommends for a primary that stands still. */
const RECOMMENDED = {
  heartbeatIntervalMillis: 500,
  heartbeatTimeoutSecs: 2,
  catchUpTimeoutMillis: 2_000,
  chainingAllowed: false,
};
/** A secondary leaves a primary that stands still before the next one is elected. */
const OPLOG_TIMEOUT_BUFFER_S = 1;
const STREAM = /contacts/i;
const SETTLED_MS = 5_000;
/** A member that steps down is no candidate for this time. */
const STEP_DOWN_S = 5;
const CATCH_UP_S = 3;
const PROBE_MS = 1_000;
const READY_WITHIN = { timeoutMs: 60_000, pollMs: 100 };

/** A server of a cluster. It is started again after its death. */
export interface Member {
  readonly name: string;
  readonly port: number;
  readonly process: SupervisedProcess;
}

/** Three mongods as one replica set, and three nats-servers as one JetStream cluster. */
export interface Clusters {
  readonly mongodbUri: string;
  readonly natsUrl: string;
  /** The primary of the replica set. */
  primary(): Promise<Member>;
  /** The primary of the replica set, if it is another member. @throws Error while there is none. */
  primaryOtherThan(member: Member): Promise<Member>;
  /**
   * Waits until both secondaries have copied from the primary for some seconds. A fault before that finds them between two
   * primaries: a request to one that stands still then takes them up to 60 s.
   */
  settled(): Promise<void>;
  /** A secondary of the replica set. */
  secondary(): Promise<Member>;
  /** Makes the primary step down; another member is elected. */
  stepDown(): Promise<void>;
  /** The server that leads the stream of contacts. */
  leader(): Promise<Member>;
  /** A server that follows the leader. */
  follower(): Promise<Member>;
  stop(): Promise<void>;
}

/** @param electionMs time in ms after which secondaries without a primary elect one. */
export async function startClusters(electionMs: number): Promise<Clusters> {
  const folder = mkdtempSync(path.join(tmpdir(), 'outreach-clusters-'));
  const binaries = await findBinaries(process.env);
  const mongods = await startMongods({ folder, binary: binaries.mongod, electionMs });
  const brokers = await startBrokers(folder, binaries.natsServer);
  const mongodbUri = `mongodb://${addressesOf(mongods)}/?replicaSet=${REPLICA_SET}`;
  const natsUrl = brokers.map(({ port }) => `nats://${HOST}:${port}`).join(',');
  return {
    mongodbUri,
    natsUrl,
    primary: async () => mongodWhere(mongods, 'isWritablePrimary'),
    primaryOtherThan: async (member) =>
      mongodWhere(
        mongods.filter((other) => other !== member),
        'isWritablePrimary',
      ),
    settled: async () => waitUntilSettled(mongods),
    secondary: async () => mongodWhere(mongods, 'secondary'),
    stepDown: async () => {
      const { port } = await mongodWhere(mongods, 'isWritablePrimary');
      await withMongod(port, async (client) => {
        await client
          .db('admin')
          .command({ replSetStepDown: STEP_DOWN_S, secondaryCatchUpPeriodSecs: CATCH_UP_S });
      });
    },
    leader: async () => brokerOf(brokers, { natsUrl, isLeader: true }),
    follower: async () => brokerOf(brokers, { natsUrl, isLeader: false }),
    stop: async () => {
      // A server that stands still does not receive its stop.
      for (const { process } of [...mongods, ...brokers]) process.kill('SIGCONT');
      await Promise.all([...mongods, ...brokers].map(async ({ process }) => process.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const addressesOf = (members: readonly Member[]): string =>
  members.map(({ port }) => `${HOST}:${port}`).join(',');

interface MongodOptions {
  readonly folder: string;
  readonly binary: string;
  readonly electionMs: number;
}

async function startMongods({ folder, binary, electionMs }: MongodOptions): Promise<readonly Member[]> {
  const members = await startMembers(folder, 'mongod', (port, data) => ({
    command: binary,
    args: [
      ...['--dbpath', data, '--bind_ip', HOST, '--port', String(port), '--nounixsocket', '--quiet'],
      ...['--replSet', REPLICA_SET, '--wiredTigerCacheSizeGB', CACHE_GIB],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
      ...['--setParameter', `oplogNetworkTimeoutBufferSeconds=${OPLOG_TIMEOUT_BUFFER_S}`],
      ...['--setParameter', 'transactionLifetimeLimitSeconds=10'],
    ],
    isReady: async () => isAnswering(port),
  }));
  const [first] = members;
  if (first === undefined) throw new Error('A cluster has members.');
  await withMongod(first.port, async (client) => {
    const hosts = members.map(({ port }, _id) => ({ _id, host: `${HOST}:${port}` }));
    const settings = { electionTimeoutMillis: electionMs, ...RECOMMENDED };
    const replSetInitiate = { _id: REPLICA_SET, members: hosts, settings };
    await client.db('admin').command({ replSetInitiate });
  });
  await eventually(async () => mongodWhere(members, 'isWritablePrimary'), READY_WITHIN);
  return members;
}

async function startBrokers(folder: string, binary: string): Promise<readonly Member[]> {
  const routePorts = await Promise.all(Array.from({ length: MEMBERS }, async () => freePort()));
  const routes = routePorts.map((port) => `nats://${HOST}:${port}`).join(',');
  let number = 0;
  const members = await startMembers(folder, 'nats', (port, data) => {
    const cluster = `nats://${HOST}:${routePorts[number] ?? 0}`;
    number += 1;
    const client = ['-js', '-sd', data, '-a', HOST, '-p', String(port), '-n', `nats-${number}`];
    return {
      command: binary,
      args: [...client, '--cluster_name', 'outreach', '--cluster', cluster, '--routes', routes],
      isReady: async () => canConnect(port),
    };
  });
  await eventually(async () => {
    const connection = await connect({ servers: addressesOf(members).split(',') });
    try {
      await (await connection.jetstreamManager()).getAccountInfo();
    } finally {
      await connection.close();
    }
  }, READY_WITHIN);
  return members;
}

type MemberSpec = Pick<ProcessSpec, 'command' | 'args' | 'isReady'>;

async function startMembers(
  folder: string,
  kind: string,
  specOf: (port: number, data: string) => MemberSpec,
): Promise<readonly Member[]> {
  const ports = await Promise.all(Array.from({ length: MEMBERS }, async () => freePort()));
  const members = ports.map((port, index) => {
    const name = `${kind}-${index + 1}`;
    const data = path.join(folder, name);
    mkdirSync(data, { recursive: true });
    const spec: ProcessSpec = {
      ...specOf(port, data),
      name,
      env: process.env,
      cwd: data,
      logPath: path.join(folder, `${name}.log`),
      readyTimeoutMs: 60_000,
      stopTimeoutMs: 20_000,
    };
    const events = { print: () => undefined, changed: () => undefined };
    return { name, port, process: new SupervisedProcess(spec, events) };
  });
  await Promise.all(members.map(async (member) => member.process.start()));
  return members;
}

async function withMongod<T>(port: number, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const uri = `mongodb://${HOST}:${port}/?directConnection=true`;
  const times = { serverSelectionTimeoutMS: PROBE_MS, connectTimeoutMS: PROBE_MS };
  const client = await MongoClient.connect(uri, times);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

async function isAnswering(port: number): Promise<boolean> {
  return withMongod(port, async (client) => client.db('admin').command({ ping: 1 })).then(
    () => true,
    () => false,
  );
}

async function canConnect(port: number): Promise<boolean> {
  try {
    const connection = await connect({ servers: `${HOST}:${port}`, timeout: PROBE_MS, reconnect: false });
    await connection.close();
    return true;
  } catch {
    return false;
  }
}

async function waitUntilSettled(members: readonly Member[]): Promise<void> {
  let settledAtMs = Infinity;
  await eventually(async () => {
    try {
      await expectSettled(members);
    } catch (thrown) {
      settledAtMs = Infinity;
      throw thrown;
    }
    settledAtMs = Math.min(settledAtMs, performance.now());
    if (performance.now() - settledAtMs < SETTLED_MS) throw new Error('The secondaries have just settled.');
  }, READY_WITHIN);
}

/** @throws Error unless both secondaries copy from the primary. */
async function expectSettled(members: readonly Member[]): Promise<void> {
  const { port } = await mongodWhere(members, 'isWritablePrimary');
  const status = await withMongod(port, async (client) =>
    client.db('admin').command({ replSetGetStatus: 1 }),
  );
  const copying = status['members'].filter(
    ({ syncSourceHost }: { readonly syncSourceHost: string }) => syncSourceHost === `${HOST}:${port}`,
  );
  if (copying.length < MEMBERS - 1) throw new Error('A secondary does not copy from the primary yet.');
}

/** The first mongod in this state. @throws Error if there is none. */
async function mongodWhere(
  members: readonly Member[],
  state: 'isWritablePrimary' | 'secondary',
): Promise<Member> {
  for (const member of members) {
    const hello = async (): Promise<boolean> =>
      withMongod(
        member.port,
        async (client) => (await client.db('admin').command({ hello: 1 }))[state] === true,
      );
    const isFound = await hello().catch(() => false);
    if (isFound) return member;
  }
  throw new Error(`No mongod is ${state}.`);
}

/** The stream is elected a leader again after a death. */
async function brokerOf(
  members: readonly Member[],
  { natsUrl, isLeader }: { readonly natsUrl: string; readonly isLeader: boolean },
): Promise<Member> {
  return eventually(async () => {
    const connection = await connect({ servers: natsUrl.split(',') });
    try {
      const manager = await connection.jetstreamManager();
      const streams = await manager.streams.list().next();
      const stream = streams.find(({ config }) => STREAM.test(config.name));
      const found = members.find(({ name }) => (name === stream?.cluster?.leader) === isLeader);
      if (stream?.cluster?.leader === undefined || found === undefined)
        throw new Error('No leader is elected.');
      return found;
    } finally {
      await connection.close();
    }
  }, READY_WITHIN);
}
