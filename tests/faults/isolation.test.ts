import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually, startWebhookSink } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { request } from './src/client.ts';
import { startFaultStack } from './src/fault-stack.ts';
import { isLong } from './src/random.ts';

jest.setTimeout(1_200_000);

const MIB = 1_048_576;
const ENDPOINTS_PER_WORKSPACE_MAX = 20;
const HANGING_ENDPOINTS = isLong ? 128 : 20;
const HANGING_WORKSPACES = Math.ceil(HANGING_ENDPOINTS / ENDPOINTS_PER_WORKSPACE_MAX);

const faults = await sharedByTests(async () => startFaultStack({ workspaceCount: 2 + HANGING_WORKSPACES }));
const sink = await sharedByTests(startWebhookSink);
const [hostileKey = '', quietKey = '', ...hangingKeys] = faults.keys;
const { baseUrl } = faults.stack;

const print = (line: string): void => {
  process.stderr.write(`isolation: ${line}\n`);
};

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}

function residentMib(): number {
  const status = readFileSync(`/proc/${String(faults.stack.pids().gateway)}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

describe('the rejected rows of an import as CSV', () => {
  const FILE_BYTES = (isLong ? 199 : 20) * MIB;
  const CELL_CHARACTERS = 4_000;
  const GROWTH_MIB_MAX = 50;

  async function importBadRows(): Promise<string> {
    const row = `not an address,${'x'.repeat(CELL_CHARACTERS)}\n`;
    const body = new FormData();
    const rows = row.repeat(Math.floor(FILE_BYTES / row.length));
    body.append('file', new File(['email,first_name\n', rows], 'bad.csv', { type: 'text/csv' }));
    const headers = { authorization: `Bearer ${hostileKey}` };
    const uploaded = await fetch(`${baseUrl}/api/v1/imports/`, { method: 'POST', headers, body });
    expect(uploaded.status).toBe(201);
    const [, id = ''] = /"id":"(imp_\w+)"/.exec(await uploaded.text()) ?? [];
    await eventually(
      async () => {
        const job = await request(baseUrl, { route: `/api/v1/imports/${id}/`, key: hostileKey });
        expect(job.body?.status).toBe('completed_with_errors');
      },
      { timeoutMs: 600_000, pollMs: 1_000 },
    );
    return id;
  }

  it('are streamed through the gateway with at most 50 MB of its memory', async () => {
    const path = `/api/v1/imports/${await importBadRows()}/errors/?format=csv`;
    const before = residentMib();
    let most = before;
    let byteCount = 0;
    const headers = { authorization: `Bearer ${hostileKey}`, 'accept-encoding': 'identity' };
    const { status, body } = await fetch(`${baseUrl}${path}`, { headers });
    expect(status).toBe(200);
    for await (const bytes of body ?? []) {
      byteCount += bytes.length;
      most = Math.max(most, residentMib());
    }
    print(
      `CSV of ${String(Math.round(byteCount / MIB))} MiB, gateway + ${String(Math.round(most - before))} MiB`,
    );
    expect(byteCount).toBeGreaterThan(0.95 * FILE_BYTES);
    expect(most - before).toBeLessThan(GROWTH_MIB_MAX);
  });
});

describe('256 half-sent uploads of one key', () => {
  const UPLOADS = 256;
  const ROUNDS = isLong ? 5 : 2;
  const READS_PER_ROUND = isLong ? 100 : 50;
  /** The p99 of few samples depends on the other load of the machine, so the short form compares the median. */
  const SHARE = isLong ? 0.99 : 0.5;
  const RATIO_MAX = isLong ? 1.2 : 2;

  function halfSent(): Socket {
    const socket = connect({ port: faults.stack.ports.gateway, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    const head = [
      'POST /api/v1/field-mappings/preview/ HTTP/1.1',
      'Host: gateway',
      `Authorization: Bearer ${hostileKey}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1000000',
    ];
    socket.write(
      `${head.join('\r\n')}\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ne`,
    );
    return socket;
  }

  async function readTimes(): Promise<number[]> {
    const times: number[] = [];
    for (let read = 0; read < READS_PER_ROUND; read += 1) {
      const { status, tookMs } = await request(baseUrl, { route: '/api/v1/contacts/', key: quietKey });
      expect(status).toBe(200);
      times.push(tookMs);
    }
    return times;
  }

  it('do not delay reads of another workspace', async () => {
    await readTimes();
    const quiet: number[] = [];
    const noisy: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(...(await readTimes()));
      const sockets = Array.from({ length: UPLOADS }, halfSent);
      await pause(1_000);
      noisy.push(...(await readTimes()));
      for (const socket of sockets) socket.destroy();
      await pause(1_000);
    }
    const [before, after] = [quantile(quiet, SHARE), quantile(noisy, SHARE)];
    print(`reads beside half-sent uploads: ${before.toFixed(1)} → ${after.toFixed(1)} ms`);
    expect(after / before).toBeLessThan(RATIO_MAX);
  });
});

describe(`${String(HANGING_ENDPOINTS)} endpoints that hang`, () => {
  const EVENTS = isLong ? 250 : 30;
  const EVENTS_PER_SECOND = 4;
  const SHARE = isLong ? 0.99 : 0.5;
  const RATIO_MAX = isLong ? 1.1 : 2;

  async function createEndpoint(key: string, path: string): Promise<void> {
    const body = { name: 'Sink', url: `${sink.url}${path}`, event_subscriptions: ['contact.created'] };
    expect((await request(baseUrl, { method: 'POST', route: '/api/v1/webhooks/', key, body })).status).toBe(
      201,
    );
  }

  async function createContact(key: string, name: string): Promise<void> {
    const body = { email: `${name}@isolation.example` };
    expect((await request(baseUrl, { method: 'POST', route: '/api/v1/contacts/', key, body })).status).toBe(
      201,
    );
  }

  /** Times in ms from the commit of an event to its arrival. */
  async function deliveryTimes(name: string): Promise<number[]> {
    sink.clear();
    for (let event = 0; event < EVENTS; event += 1) {
      await createContact(quietKey, `${name}-${String(event)}`);
      await pause(1_000 / EVENTS_PER_SECOND);
    }
    const arrived = await sink.waitFor(EVENTS, '/quiet', 30_000);
    return arrived.map(({ body, receivedAtMs }) => receivedAtMs - Date.parse(timestampOf(body)));
  }

  function timestampOf(body: string): string {
    return /"timestamp":"([^"]+)"/.exec(body)?.[1] ?? '';
  }

  it('do not delay deliveries of another workspace', async () => {
    await createEndpoint(quietKey, '/quiet');
    for (let endpoint = 0; endpoint < HANGING_ENDPOINTS; endpoint += 1)
      await createEndpoint(hangingKeys[endpoint % hangingKeys.length] ?? '', '/hang');
    await deliveryTimes('warm');
    const quiet = await deliveryTimes('before');
    sink.answerWith(({ path }, response) => {
      if (path !== '/hang') response.writeHead(200).end();
    });
    await Promise.all(hangingKeys.map(async (key, index) => createContact(key, `hang-${String(index)}`)));
    await sink.waitFor(HANGING_ENDPOINTS, '/hang', 30_000);
    const noisy = await deliveryTimes('beside');
    const [before, after] = [quantile(quiet, SHARE), quantile(noisy, SHARE)];
    print(`deliveries beside endpoints that hang: ${before.toFixed(1)} → ${after.toFixed(1)} ms`);
    expect(after / before).toBeLessThan(RATIO_MAX);
  });
});
