import { answersReady, type AppPorts } from '@outreach/dev';
import { appNames, replicaOf, type AppName, type ProcessName } from '@outreach/dev/names';
import { createKey } from '@outreach/dev/seed';
import { startFaultStack, type FaultStack } from './fault-stack.ts';

/** Interval of the readiness checks of the gateways. */
const PROBE_MS = 50;
/** Several readiness checks, and several times as long as a client needs to reconnect. */
const SHUTDOWN_DELAY_MS = 500;
/** A slow machine must not make the gateways count alone: the limits of a test are exact. */
const REDIS_TIMEOUT_MS = 5_000;

/** One of the two processes of an app. */
export interface Process {
  readonly app: AppName;
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Kills the process, which stays down until it is started. */
  killForGood(): Promise<void>;
  isReady(): Promise<boolean>;
  /** The sum of all values of a metric whose lines begin with this text. */
  metric(begin: string): Promise<number>;
}

/** Two processes of every app with a Redis, and a load balancer for the gateways. */
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
  readonly env?: Readonly<Record<string, string>>;
}

export async function startReplicatedStack(options: ReplicatedStackOptions): Promise<ReplicatedStack> {
  const settings = {
    SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS),
    REDIS_TIMEOUT_MS: String(REDIS_TIMEOUT_MS),
  };
  const faults = await startFaultStack({
    workspaceCount: options.workspaceCount,
    replicas: 2,
    env: { ...settings, ...options.env },
  });
  const { stack } = faults;
  const { ports } = stack;
  const ofReplicas = ports.replicas ?? ports;
  const balancer = startBalancer(
    [ports, ofReplicas].map(({ metrics }, index) => ({
      baseUrl: stack.gatewayUrls[index] ?? '',
      metricsPort: metrics.gateway,
    })),
  );
  return {
    faults,
    keys: await moreKeys(faults, options.keysPerWorkspace),
    processes: appNames.flatMap((app) => [
      processOf(faults, { app, name: app, ports }),
      processOf(faults, { app, name: replicaOf(app), ports: ofReplicas }),
    ]),
    nextBaseUrl: balancer.next,
    stop: async () => {
      balancer.stop();
      await faults.stop();
    },
  };
}

interface ProcessPlace {
  readonly app: AppName;
  readonly name: ProcessName;
  readonly ports: AppPorts;
}

function processOf({ stack }: FaultStack, { app, name, ports }: ProcessPlace): Process {
  const metricsPort = ports.metrics[app];
  return {
    app,
    start: async () => stack.startProcess(name),
    stop: async () => stack.stopProcess(name),
    kill: (signal) => stack.kill(name, signal),
    killForGood: async () => {
      stack.kill(name, 'SIGKILL');
      await stack.stopProcess(name);
    },
    isReady: async () => answersReady(metricsPort),
    metric: async (begin) => metricOf(metricsPort, begin),
  };
}

async function metricOf(port: number, begin: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
  const lines = ((await response?.text()) ?? '').split('\n').filter((line) => line.startsWith(begin));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
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
