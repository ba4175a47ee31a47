import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loopback } from '@outreach/testing/free-port';
import { countServiceStart } from '@outreach/testing/service-starts';
import { appEnvironment, nodeOptions, replicaEnvironment } from './app-environment.ts';
import type { Environment } from './app-environment.ts';
import { answersReady } from './app-ready.ts';
import { findBinaries, findRedis } from './binaries.ts';
import { claimDataDir } from './data-dir.ts';
import type { DataDirClaim } from './data-dir.ts';
import { loadKeys } from './keys.ts';
import { rotateLog } from './log-tail.ts';
import { appNames, replicaOf, serverNames } from './names.ts';
import type { AppName, ProcessName } from './names.ts';
import { choosePorts } from './ports.ts';
import type { AppPorts, StackPorts } from './ports.ts';
import { PlainError } from './plain-error.ts';
import { repositoryRoot } from './repository-root.ts';
import { mongodSpec, mongodUri, natsSpec, natsUrl, redisSpec } from './servers.ts';
import type { MongodSettings } from './servers.ts';
import { SupervisedProcess } from './supervised-process.ts';
import type { ProcessEvents, ProcessSpec } from './supervised-process.ts';

const appReadyTimeoutMs = 60_000;
const appStopTimeoutMs = 40_000;

export interface StackOptions {
  /** Folder for data, logs, keys and ports; created if missing. One stack at a time uses it. */
  dataDir: string;
  /** The gateway's port; a free one by default. */
  gatewayPort?: number;
  /** Set for every app; wins over everything else. */
  env?: Environment;
  /** The environment that the apps inherit; the environment of this process by default. */
  baseEnv?: Environment;
  /** A running replica set to use instead of a mongod of its own. */
  mongodbUri?: string;
  /** A running NATS server to use instead of one of its own. */
  natsUrl?: string;
  /** Prefix of each app's database name, for several stacks on one MongoDB. */
  databasePrefix?: string;
  /** Processes of each app, 1 by default. With 2, the gateways share rate limits in a Redis of the stack. */
  replicas?: 1 | 2;
  /** The apps to start; all five by default. An empty list gives the two servers alone. */
  apps?: readonly AppName[];
  /** The script of an app; `apps/<name>/src/main.ts` by default. */
  entryOf?: (name: AppName) => string;
  readyTimeoutMs?: number;
  /** Longest pause in ms before an app that died is restarted. */
  restartBackoffMsMax?: number;
  /** Server parameters of its own mongod. */
  mongodSettings?: MongodSettings;
  /** Aborts a start in progress, which then rejects. */
  signal?: AbortSignal;
  print?: (line: string) => void;
  /** Called with the current process ids whenever they change. */
  onProcesses?: (pids: ProcessIds) => void;
}

export type ProcessIds = Partial<Record<ProcessName, number>>;

/** A running stack as any process of this machine can use it. */
export interface StackConnection {
  /** The address of the first gateway. */
  readonly baseUrl: string;
  /** The addresses of all gateways. */
  readonly gatewayUrls: readonly string[];
  readonly dataDir: string;
  readonly ports: StackPorts;
  readonly mongodbUri: string;
  readonly natsUrl: string;
  /** Current ids; a process that is down has none. */
  pids(): ProcessIds;
  logPath(name: ProcessName): string;
  /** The environment an app runs with. */
  environmentOf(name: AppName): Environment;
}

/** A stack whose processes run under the supervision of this process. */
export interface Stack extends StackConnection {
  /** Sends a signal and returns; a process that dies of it is started again. */
  kill(name: ProcessName, signal?: NodeJS.Signals): void;
  /** Ends one process, which then stays down until startProcess. */
  stopProcess(name: ProcessName): Promise<void>;
  /** Starts a stopped process on its same port and waits until it is ready. */
  startProcess(name: ProcessName): Promise<void>;
  /** Ends everything in order: apps, then servers. The data stays. */
  stop(): Promise<void>;
}

type Processes = Map<ProcessName, SupervisedProcess>;

/** Starts MongoDB, NATS and the apps as processes of their own, and keeps them running until stop(). */
export async function startStack(options: StackOptions): Promise<Stack> {
  countServiceStart();
  const dataDir = resolve(options.dataDir);
  const claim = await claimDataDir(dataDir, options.print ?? ignore);
  const processes: Processes = new Map();
  const abort = (): void => void stopAll(processes);
  options.signal?.addEventListener('abort', abort);
  try {
    const stack = await compose({ options, dataDir, claim, processes });
    await startAll(processes, options);
    return stack;
  } catch (error) {
    await stopAll(processes);
    claim.release();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', abort);
  }
}

interface Composition {
  options: StackOptions;
  dataDir: string;
  claim: DataDirClaim;
  processes: Processes;
}

async function compose({ options, dataDir, claim, processes }: Composition): Promise<Stack> {
  const ports = await choosePorts(dataDir, options);
  const keys = loadKeys(dataDir);
  const stackMongodbUri = options.mongodbUri ?? mongodUri(ports.mongod);
  const stackNatsUrl = options.natsUrl ?? natsUrl(ports.nats);
  const { databasePrefix, env, baseEnv: base = process.env } = options;
  const environmentOptions = {
    ports,
    keys,
    mongodbUri: stackMongodbUri,
    natsUrl: stackNatsUrl,
    databasePrefix,
    base,
    env,
  };
  const environmentOf = (name: AppName): Environment => appEnvironment(name, environmentOptions);
  const pids = (): ProcessIds => currentIds(processes);
  const changed = (): void => {
    claim.record(pids());
    options.onProcesses?.(pids());
  };
  const specs = [
    ...(await serverSpecs(options, { dataDir, ports })),
    ...(options.apps ?? appNames).flatMap((name) =>
      appSpecs(name, { options, dataDir, ports, env: environmentOf(name) }),
    ),
  ];
  addProcesses(processes, specs, { print: options.print ?? ignore, changed });
  return {
    baseUrl: gatewayUrl(ports),
    gatewayUrls: [ports, ...(ports.replicas === undefined ? [] : [ports.replicas])].map(gatewayUrl),
    dataDir,
    ports,
    mongodbUri: stackMongodbUri,
    natsUrl: stackNatsUrl,
    pids,
    environmentOf,
    ...controls(processes, claim),
  };
}

function controls(
  processes: Processes,
  claim: DataDirClaim,
): Pick<Stack, 'logPath' | 'kill' | 'stopProcess' | 'startProcess' | 'stop'> {
  const find = (name: ProcessName): SupervisedProcess => {
    const found = processes.get(name);
    if (found === undefined) throw new PlainError(`This stack has no process ${name} of its own.`);
    return found;
  };
  return {
    logPath: (name) => find(name).spec.logPath,
    kill: (name, signal = 'SIGKILL') => {
      find(name).kill(signal);
    },
    stopProcess: (name) => find(name).stop(),
    startProcess: (name) => find(name).start(),
    stop: async () => {
      await stopAll(processes);
      claim.release();
    },
  };
}

function addProcesses(processes: Processes, specs: readonly NamedSpec[], events: ProcessEvents): void {
  for (const spec of specs) {
    rotateLog(spec.logPath);
    processes.set(spec.name, new SupervisedProcess(spec, events));
  }
}

type NamedSpec = ProcessSpec & { name: ProcessName };
interface Location {
  dataDir: string;
  ports: StackPorts;
}

async function serverSpecs(options: StackOptions, location: Location): Promise<NamedSpec[]> {
  const { mongodbUri: ownMongodb, natsUrl: ownNats, baseEnv = process.env } = options;
  const { dataDir, ports } = location;
  const redis = ports.replicas === undefined ? [] : [redisOf(ports.replicas, { dataDir, baseEnv })];
  if (ownMongodb !== undefined && ownNats !== undefined) return redis;
  const binaries = await findBinaries(baseEnv);
  const mongod = mongodSpec({
    binary: binaries.mongod,
    dataDir,
    port: ports.mongod,
    settings: options.mongodSettings ?? {},
  });
  const nats = natsSpec({ binary: binaries.natsServer, dataDir, port: ports.nats });
  return [
    ...(ownMongodb === undefined ? [{ ...mongod, name: 'mongod' as const }] : []),
    ...(ownNats === undefined ? [{ ...nats, name: 'nats' as const }] : []),
    ...redis,
  ];
}

function redisOf(
  { redis: port }: { readonly redis: number },
  { dataDir, baseEnv }: { readonly dataDir: string; readonly baseEnv: Environment },
): NamedSpec {
  return { ...redisSpec({ binary: findRedis(baseEnv), dataDir, port }), name: 'redis' };
}

type AppLocation = Location & { options: StackOptions; env: Environment };

/** One process of the app, or two. */
function appSpecs(name: AppName, location: AppLocation): NamedSpec[] {
  const { ports, env } = location;
  const first = appSpec(name, { ...location, named: name, own: ports });
  if (ports.replicas === undefined) return [first];
  const ofSecond = { named: replicaOf(name), own: ports.replicas, env: replicaEnvironment(name, env, ports) };
  return [first, appSpec(name, { ...location, ...ofSecond })];
}

interface OneProcess extends AppLocation {
  named: ProcessName;
  own: AppPorts;
}

function appSpec(name: AppName, { options, dataDir, env, named, own }: OneProcess): NamedSpec {
  const entry = options.entryOf?.(name) ?? join(repositoryRoot, 'apps', name, 'src', 'main.ts');
  if (!existsSync(entry)) throw new PlainError(`The app ${name} has no ${entry}.`);
  return {
    name: named,
    command: process.execPath,
    args: [...nodeOptions, entry],
    env,
    cwd: repositoryRoot,
    logPath: join(dataDir, 'logs', `${named}.log`),
    isReady: () => answersReady(own.metrics[name]),
    readyTimeoutMs: options.readyTimeoutMs ?? appReadyTimeoutMs,
    stopTimeoutMs: appStopTimeoutMs,
    ...(options.restartBackoffMsMax === undefined ? {} : { backoffMsMax: options.restartBackoffMsMax }),
  };
}

// The backends connect to each other once they are ready, so they start concurrently. The gateway needs all of them.
async function startAll(processes: Processes, { signal, print = ignore }: StackOptions): Promise<void> {
  for (const group of [SERVERS, withReplicas(appNames.slice(0, -1)), withReplicas(appNames.slice(-1))]) {
    signal?.throwIfAborted();
    const processesOfGroup = group.flatMap((name) => processes.get(name) ?? []);
    if (processesOfGroup.length > 0)
      print(`Starting ${processesOfGroup.map(({ spec }) => spec.name).join(', ')} ...`);
    const results = await Promise.allSettled(processesOfGroup.map((one) => one.start()));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
}

async function stopAll(processes: Processes): Promise<void> {
  const stop = (name: ProcessName): Promise<void> => processes.get(name)?.stop() ?? Promise.resolve();
  await Promise.all(withReplicas(appNames).toReversed().map(stop));
  for (const name of SERVERS.toReversed()) await stop(name);
}

const SERVERS: readonly ProcessName[] = [...serverNames, 'redis'];

const withReplicas = (names: readonly AppName[]): ProcessName[] =>
  names.flatMap((name) => [name, replicaOf(name)]);

const gatewayUrl = ({ gateway }: AppPorts): string => `http://${loopback}:${gateway}`;

const currentIds = (processes: Processes): ProcessIds =>
  Object.fromEntries([...processes].flatMap(([name, { pid }]) => (pid === undefined ? [] : [[name, pid]])));

const ignore = (): void => undefined;
