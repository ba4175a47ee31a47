import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { eventually, freePort } from '@outreach/testing';

const APPS = path.resolve(import.meta.dirname, '../../apps');
const LOOPBACK = '127.0.0.1';
const READY_MS_MAX = 60_000;

/** A process of a service, on ports of its own. */
export interface ServiceProcess {
  /** `host:port` on which its gRPC server listens, if it has one. */
  readonly address: string;
  readonly grpcPort: number;
  readonly child: ChildProcess;
  /** The exit code; null after a signal. */
  readonly exit: Promise<number | null>;
  /** What the process has printed. */
  log(): string;
  /** The status and text of /readyz, /healthz or /metrics; status 0 while the process does not answer. */
  get(route: string): Promise<{ readonly status: number; readonly text: string }>;
  ready(): Promise<void>;
  /** Ends the process. A second call does nothing. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface EntryPoint {
  /** `main.ts` by default. */
  readonly entry?: string;
  readonly args?: readonly string[];
}

/** Starts `apps/<app>/src/<entry>` and returns at once. */
export async function startProcess(
  app: string,
  env: Readonly<Record<string, string>>,
  { entry = 'main.ts', args = [] }: EntryPoint = {},
): Promise<ServiceProcess> {
  const [grpcPort, metricsPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [path.join(APPS, app, 'src', entry), ...args], {
    env: {
      ...env,
      LOG_LEVEL: 'info',
      GRPC_LISTEN: `${LOOPBACK}:${grpcPort}`,
      METRICS_LISTEN: `${LOOPBACK}:${metricsPort}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const get: ServiceProcess['get'] = async (route) => {
    const response = await fetch(`http://${LOOPBACK}:${metricsPort}${route}`).catch(() => undefined);
    return { status: response?.status ?? 0, text: (await response?.text()) ?? '' };
  };
  return {
    address: `${LOOPBACK}:${grpcPort}`,
    grpcPort,
    child,
    exit,
    log: () => printed,
    get,
    ready: async () => {
      await eventually(
        async () => {
          const { status, text: reason } = await get('/readyz');
          if (status !== 200) throw new Error(`${app} is not ready: ${reason}`);
        },
        { timeoutMs: READY_MS_MAX },
      );
    },
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await exit;
    },
  };
}
