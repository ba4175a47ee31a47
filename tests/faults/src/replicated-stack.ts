import {
  answersReady,
  appNames,
  backendNames,
  createKey,
  createReplica,
  type AppName,
  type BackendName,
  type Replica,
} from '@outreach/dev';
import { freePort, loopback } from '@outreach/testing/free-port';
import { startFaultStack, type FaultStack } from './fault-stack.ts';

/** Interval of the readiness checks of the gateways. */
const PROBE_MS = 50;
/** Several readiness checks, and several times as long as a client needs to reconnect. */
const SHUTDOWN_DELAY_MS = 500;

/** One of the two processes of an app. */
export interface Process {
  readonly app: AppName;
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  isReady(): Promise<boolean>;
}

/** Two processes of every app, and a load balancer for the gateways. */
export interface ReplicatedStack {
  readonly faults: FaultStack;
  readonly keys: readonly string[];
  readonly processes: readonly Process[];
  /** Address of a ready gateway, round-robin. */
  nextBaseUrl(): string;
  stop(): Promise<void>;
}

export interface ReplicatedStackOptions {
  readonly workspaceCount: number;
  readonly keysPerWorkspace: number;
}

export async function startReplicatedStack(options: ReplicatedStackOptions): Promise<ReplicatedStack> {
  const ports = new Map<AppName, number>();
  for (const app of appNames) ports.set(app, await freePort());
  const portOf = (app: AppName): number => ports.get(app) ?? 0;
  const furtherAddresses: Partial<Record<BackendName, string[]>> = {};
  for (const app of backendNames) furtherAddresses[app] = [`${loopback}:${String(portOf(app))}`];
  const faults = await startFaultStack({
    workspaceCount: options.workspaceCount,
    furtherAddresses,
    env: { SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS) },
  });
  const { stack } = faults;
  const replicas = new Map<AppName, Replica>();
  for (const app of appNames) replicas.set(app, await createReplica(stack, app, { port: portOf(app) }));
  await Promise.all([...replicas.values()].map(async (replica) => replica.start()));
  const balancer = startBalancer([
    { baseUrl: stack.baseUrl, metricsPort: stack.ports.metrics.gateway },
    {
      baseUrl: `http://${loopback}:${String(portOf('gateway'))}`,
      metricsPort: replicas.get('gateway')?.metricsPort ?? 0,
    },
  ]);
  return {
    faults,
    keys: await moreKeys(faults, options.keysPerWorkspace),
    processes: appNames.flatMap((app) => [firstOf(faults, app), secondOf(app, replicas.get(app))]),
    nextBaseUrl: balancer.next,
    stop: async () => {
      balancer.stop();
      await Promise.all([...replicas.values()].map(async (replica) => replica.stop()));
      await faults.stop();
    },
  };
}

function firstOf({ stack }: FaultStack, app: AppName): Process {
  return {
    app,
    start: async () => stack.startProcess(app),
    stop: async () => stack.stopProcess(app),
    kill: (signal) => stack.kill(app, signal),
    isReady: async () => answersReady(stack.ports.metrics[app]),
  };
}

function secondOf(app: AppName, replica: Replica | undefined): Process {
  if (replica === undefined) throw new Error(`${app} has no replica.`);
  const { start, stop, kill, metricsPort } = replica;
  return { app, start, stop, kill, isReady: async () => answersReady(metricsPort) };
}

async function moreKeys({ stack, keys }: FaultStack, perWorkspace: number): Promise<string[]> {
  const all = [...keys];
  for (const key of keys) {
    for (let made = 1; made < perWorkspace; made += 1)
      all.push(await createKey(stack, key, `Key ${String(made)}`));
  }
  return all;
}

interface Gateway {
  readonly baseUrl: string;
  readonly metricsPort: number;
}

function startBalancer(gateways: readonly Gateway[]) {
  let ready = gateways;
  let turn = 0;
  const probe = async (): Promise<void> => {
    const answers = await Promise.all(gateways.map(async ({ metricsPort }) => answersReady(metricsPort)));
    ready = gateways.filter((_, index) => answers[index]);
  };
  const timer = setInterval(() => void probe(), PROBE_MS);
  return {
    next: (): string => {
      turn += 1;
      return ready[turn % ready.length]?.baseUrl ?? gateways[0]?.baseUrl ?? '';
    },
    stop: () => clearInterval(timer),
  };
}
