import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually, freePort } from '@outreach/testing';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const START_TIMEOUT_MS = 20_000;

/** A gateway as a process of its own, as it runs in production. */
export interface GatewayProcess {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** Starts one on a free port and waits until it is ready. */
export async function startGatewayProcess(env: Readonly<Record<string, string>>): Promise<GatewayProcess> {
  const port = await freePort();
  const listen = { HTTP_LISTEN: `127.0.0.1:${port}`, METRICS_LISTEN: `127.0.0.1:${await freePort()}` };
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'] ?? '', SHUTDOWN_DELAY_MS: '0', LOG_LEVEL: 'fatal', ...env, ...listen },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const baseUrl = `http://127.0.0.1:${port}`;
  await eventually(
    async () => {
      const { status } = await fetch(`${baseUrl}/readyz`);
      if (status !== 200) throw new Error(`The gateway answers ${status}.`);
    },
    { timeoutMs: START_TIMEOUT_MS },
  );
  return {
    baseUrl,
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
