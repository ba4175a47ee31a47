import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually, freePort, testEnvironment } from '@outreach/testing';

jest.setTimeout(60_000);

const MAIN = path.resolve(import.meta.dirname, '../../apps/contacts/src/main.ts');

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, exit, log: text(child.stdout) };
}

async function readyProcess() {
  const { env } = await testEnvironment('contacts');
  const port = await freePort();
  const running = start({ ...env, METRICS_LISTEN: `127.0.0.1:${String(port)}` });
  const url = `http://127.0.0.1:${String(port)}`;
  await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), {
    timeoutMs: 30_000,
  });
  return { ...running, url, env };
}

describe('a service process', () => {
  it('logs all problems of its configuration and exits with code 1', async () => {
    const { exit, log } = start({ LOG_LEVEL: 'info', GRPC_LISTEN: 'nowhere' });
    expect(await exit).toBe(1);
    const lines = await log;
    for (const name of ['GRPC_LISTEN', 'MONGODB_URI', 'NATS_URL', 'SERVICE_KEY', 'IDENTITY_PRIVATE_KEY']) {
      expect(lines).toContain(`${name}: `);
    }
  });

  it('serves its metrics, keeps its port, exits with code 0 on SIGTERM, and writes no secret into its log', async () => {
    const { child, exit, url, log, env } = await readyProcess();
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('tenant_guard_violations_total');
    expect(metrics).toContain('nodejs_eventloop_lag_seconds');
    const second = start({ ...env, METRICS_LISTEN: url.replace('http://', '') });
    expect(await second.exit).toBe(1);
    expect(await second.log).toContain('Cannot listen on');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    const lines = await log;
    expect(lines).toContain('"msg":"stopped"');
    const { d: privateKey } = JSON.parse(env['IDENTITY_PRIVATE_KEY'] ?? '{}');
    expect(privateKey).toEqual(expect.any(String));
    for (const secret of [env['SERVICE_KEY'], privateKey]) expect(lines).not.toContain(secret);
  });
});
