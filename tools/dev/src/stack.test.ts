import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { isPortFree } from '@outreach/testing/free-port';
import { startStack } from './stack.ts';
import type { Stack, StackOptions } from './stack.ts';

// A stand-in for an app: it is ready at once and logs its configuration.
const standIn = `
import { createServer } from 'node:http';
const listen = (value) => { const [host, port] = value.split(':'); return [Number(port), host]; };
console.log(JSON.stringify({ cidrs: process.env.OUTBOUND_ALLOW_PRIVATE_CIDRS, uri: process.env.MONGODB_URI }));
createServer((req, res) => res.end()).listen(...listen(process.env.METRICS_LISTEN));
process.on('SIGTERM', () => process.exit(0));
`;
const broken = `console.error('GRPC_LISTEN: is required'); process.exit(2);`;

const waitMaxMs = 10_000;
const timeoutMs = 60_000;

let folder = '';
let stack: Stack | undefined;
const lines: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outreach-stack-'));
  writeFileSync(join(folder, 'stand-in.mjs'), standIn);
  writeFileSync(join(folder, 'broken.mjs'), broken);
});

afterEach(async () => {
  await stack?.stop();
  stack = undefined;
  lines.length = 0;
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const start = async (options: Partial<StackOptions> = {}): Promise<Stack> => {
  stack = await startStack({
    dataDir: join(folder, 'data'),
    entryOf: () => join(folder, 'stand-in.mjs'),
    print: (line) => lines.push(line),
    mongodbUri: 'mongodb://127.0.0.1:1/?replicaSet=none',
    natsUrl: 'nats://127.0.0.1:1',
    ...options,
  });
  return stack;
};

async function eventually(isTrue: () => boolean): Promise<void> {
  const deadline = Date.now() + waitMaxMs;
  while (!isTrue() && Date.now() < deadline) await delay(20);
  expect(isTrue()).toBe(true);
}

describe('startStack', () => {
  it(
    'restarts a server that dies on the same port, and leaves a stopped server down until it is started',
    async () => {
      stack = await startStack({
        dataDir: join(folder, 'servers'),
        apps: [],
        print: (line) => lines.push(line),
      });
      const first = stack.pids().nats;
      stack.kill('nats');
      await eventually(() => lines.some((line) => line.startsWith('nats is back')));
      expect(stack.pids().nats).not.toBe(first);

      await stack.stopProcess('nats');
      expect(stack.pids().nats).toBeUndefined();
      expect(await isPortFree(stack.ports.nats)).toBe(true);
      await stack.startProcess('nats');
      expect(await isPortFree(stack.ports.nats)).toBe(false);
    },
    timeoutMs,
  );

  it('restarts an app that is killed and prints it', async () => {
    const running = await start();
    const first = running.pids().contacts;
    running.kill('contacts');
    await eventually(() => lines.some((line) => line.startsWith('contacts is back')));
    expect(lines).toContain('contacts was ended by SIGKILL; starting it again in 100 ms.');
    expect(running.pids().contacts).not.toBe(first);
  });

  it('fails with the last log lines of an app that does not start', async () => {
    const entryOf = (name: string): string =>
      join(folder, name === 'campaigns' ? 'broken.mjs' : 'stand-in.mjs');
    await expect(start({ entryOf })).rejects.toThrow(
      /campaigns exited with code 2.*\n.*GRPC_LISTEN: is required/,
    );
  });

  it('refuses a second stack on the same data folder with one sentence', async () => {
    await start();
    const second = startStack({ dataDir: join(folder, 'data') });
    await expect(second).rejects.toThrow(/^Another Outreach already runs on .*\.$/);
  });

  it('refuses a gateway port in use with one sentence', async () => {
    const running = await start();
    const gatewayPort = running.ports.metrics.auth;
    const second = startStack({ dataDir: join(folder, 'other'), gatewayPort });
    await expect(second).rejects.toThrow(`Port ${gatewayPort} is in use; set OUTREACH_PORT to a free one.`);
  });

  it('keeps ports and keys over a restart', async () => {
    const before = await start();
    const key = before.environmentOf('auth')['SERVICE_KEY'];
    await before.stop();
    const after = await start();
    expect(after.ports).toEqual(before.ports);
    expect(after.environmentOf('auth')['SERVICE_KEY']).toBe(key);
  });

  it.each([
    ['loopback by default', {}, '127.0.0.0/8,::1/128'],
    ['an empty setting wins', { OUTBOUND_ALLOW_PRIVATE_CIDRS: '' }, ''],
  ])('configures the outbound addresses of webhooks: %s', async (_name, extra, expected) => {
    const { OUTBOUND_ALLOW_PRIVATE_CIDRS: _inherited, ...inherited } = process.env;
    const running = await start({ baseEnv: { ...inherited, ...extra } });
    const log = JSON.parse(readFileSync(running.logPath('webhooks'), 'utf8'));
    expect(log.cidrs).toBe(expected);
  });
});
