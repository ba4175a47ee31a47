import { join } from 'node:path';
import { freePort, loopback } from '@outreach/testing/free-port';
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
  kill(signal: NodeJS.Signals): void;
}

/** Prepares a replica that serves on `port`. Callers reach it only by an address that they are configured with. */
export async function createReplica(stack: StackConnection, name: AppName, port: number): Promise<Replica> {
  const metricsPort = await freePort();
  const listen = `${loopback}:${String(port)}`;
  const ownAddress = name === 'gateway' ? { HTTP_LISTEN: listen } : { GRPC_LISTEN: listen };
  const process = new SupervisedProcess(
    {
      name: `${name} (replica)`,
      command: globalThis.process.execPath,
      args: [join(repositoryRoot, 'apps', name, 'src', 'main.ts')],
      env: {
        ...stack.environmentOf(name),
        ...ownAddress,
        METRICS_LISTEN: `${loopback}:${String(metricsPort)}`,
      },
      cwd: repositoryRoot,
      logPath: join(stack.dataDir, 'logs', `${name}-replica.log`),
      isReady: () => answersReady(metricsPort),
      readyTimeoutMs,
      stopTimeoutMs,
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
