import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually, freePort } from '@outreach/testing';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const START_TIMEOUT_MS = 60_000;

/** A gateway in a separate process, as in production. */
export interface GatewayProcess {
  readonly baseUrl: string;
  /** Number of decisions without Redis. */
  localDecisions(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a gateway on a free port and waits until it is ready. */
export async function startGatewayProcess(env: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  const port = await freePort();
  const metrics = `127.0.0.1:${await freePort()}`;
  const listen = { HTTP_LISTEN: `127.0.0.1:${port}`, METRICS_LISTEN: metrics };
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      SHUTDOWN_DELAY_MS: '0',
      LOG_LEVEL: 'fatal',
      ...env,
      ...listen,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await gone;
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  try {
    await eventually(async () => requireReady(baseUrl), { timeoutMs: START_TIMEOUT_MS });
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return { baseUrl, stop, localDecisions: async () => localDecisions(metrics) };
}

async function requireReady(baseUrl: string): Promise<void> {
  const { status } = await fetch(`${baseUrl}/readyz`);
  if (status !== 200) throw new Error(`The gateway answers ${status}.`);
}

async function localDecisions(metrics: string): Promise<number> {
  const text = await (await fetch(`http://${metrics}/metrics`)).text();
  const [, count] = /^ratelimit_local_decisions_total (\d+)$/m.exec(text) ?? [];
  if (count === undefined) throw new Error('The metrics have no count of local decisions.');
  return Number(count);
}
