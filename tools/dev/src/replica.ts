import { join } from 'node:path';
import { freePort, loopback } from '@outreach/testing/free-port';
import { nodeOptions, type Environment } from './app-environment.ts';
import type { AppName } from './names.ts';
import { repositoryRoot } from './repository-root.ts';
import { answersReady } from './app-ready.ts';
import type { StackConnection } from './stack.ts';
import { SupervisedProcess } from './supervised-process.ts';

const readyTimeoutMs = 60_000;
const stopTimeoutMs = 40_000;

/** A second process of an app of the stack, on ports of its own. */
export interface Replica {
  readonly metricsPort: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Sends a signal and returns; a process that dies of it is started again. */
  kill(signal: NodeJS.Signals): void;
}

export interface ReplicaOptions {
  /** The port on which the replica serves. */
  readonly port: number;
  /** Longest pause in ms before a replica that died is restarted. */
  readonly restartBackoffMsMax?: number;
  /** Settings that differ from those of the app of the stack. */
  readonly env?: Environment;
}

/** Prepares a replica. Callers reach it only by an address that they are configured with. */
export async function createReplica(
  stack: StackConnection,
  name: AppName,
  { port, restartBackoffMsMax: backoffMsMax, env }: ReplicaOptions,
): Promise<Replica> {
  const metricsPort = await freePort();
  const listen = `${loopback}:${port}`;
  const ownAddress = name === 'gateway' ? { HTTP_LISTEN: listen } : { GRPC_LISTEN: listen };
  const process = new SupervisedProcess(
    {
      name: `${name} (replica)`,
      command: globalThis.process.execPath,
      args: [...nodeOptions, join(repositoryRoot, 'apps', name, 'src', 'main.ts')],
      env: {
        ...stack.environmentOf(name),
        ...ownAddress,
        METRICS_LISTEN: `${loopback}:${metricsPort}`,
        ...env,
      },
      cwd: repositoryRoot,
      logPath: join(stack.dataDir, 'logs', `${name}-replica.log`),
      isReady: () => answersReady(metricsPort),
      readyTimeoutMs,
      stopTimeoutMs,
      ...(backoffMsMax === undefined ? {} : { backoffMsMax }),
    },
    { print: () => undefined, changed: () => undefined },
  );
  return {
    metricsPort,
    start: () => process.start(),
    stop: () => process.stop(),
    kill: (signal) => {
      process.kill(signal);
    },
  };
}
