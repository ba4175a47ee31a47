import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { request } from './src/client.ts';
import { startFaultStack } from './src/fault-stack.ts';
import { isLong } from './src/random.ts';

jest.setTimeout(1_200_000);

const MIB = 1_048_576;
const ENDPOINTS_PER_WORKSPACE_MAX = 20;
/** Shorter times pass: other tests run beside the short form, and work that waits for a hanging connection takes seconds. */
const NOISE_MS_MAX = isLong ? 0 : 500;
const HANGING_ENDPOINTS = isLong ? 128 : 20;
const KEYS_IN_TURN = 8;
const HANGING_WORKSPACES = Math.ceil(HANGING_ENDPOINTS / ENDPOINTS_PER_WORKSPACE_MAX);

const faults = await sharedByTests(async () => startFaultStack({ workspaceCount: 4 + HANGING_WORKSPACES }));
const sink = await sharedByTests(startWebhookSink);
/** Each test has a workspace of its own, so that the tests share no rate limit. */
const [hostileKey = '', readerKey = '', receiverKey = '', ownerKey = '', ...hangingKeys] = faults.keys;
const { baseUrl } = faults.stack;

const LOCALHOST = '127.0.0.1';

/** Opens a connection and sends the head of a request, whose body follows. */
function openRequest(target: string, headers: readonly string[], localAddress = LOCALHOST): Socket {
  const socket = connect({ port: faults.stack.ports.gateway, host: LOCALHOST, localAddress });
  socket.on('error', () => undefined);
  socket.write([`${target} HTTP/1.1`, 'Host: gateway', ...headers, '\r\n'].join('\r\n'));
  return socket;
}

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

async function createKey(ownerKey: string, scopes: readonly string[]): Promise<string> {
  const body = { name: 'More', scopes };
  const sent = { method: 'POST', route: '/api/v1/api-keys/', key: ownerKey, body };
  const created = await request(baseUrl, sent);
  expect(created.status).toBe(201);
  return created.body.key;
}

/** Keys in turn, so that more requests stay below the rate limits of one key. */
async function keysInTurn(ownerKey: string, scopes: readonly string[]): Promise<() => string> {
  const keys = await Promise.all(
    Array.from({ length: KEYS_IN_TURN }, async () => createKey(ownerKey, scopes)),
  );
  let turn = 0;
  return () => {
    turn += 1;
    return keys[turn % keys.length] ?? ownerKey;
  };
}

describe('the rejected rows of an import as CSV', () => {
  const FILE_BYTES = 199 * MIB;
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

  /** Reads the whole file. Returns its size and the highest memory of the gateway meanwhile. */
  async function download(path: string): Promise<{ readonly byteCount: number; readonly mostMib: number }> {
    const headers = { authorization: `Bearer ${hostileKey}`, 'accept-encoding': 'identity' };
    const { status, body } = await fetch(`${baseUrl}${path}`, { headers });
    expect(status).toBe(200);
    let mostMib = 0;
    let byteCount = 0;
    for await (const bytes of body ?? []) {
      byteCount += Number(bytes.length);
      mostMib = Math.max(mostMib, residentMib());
    }
    return { byteCount, mostMib };
  }

  const streamErrors = async (): Promise<void> => {
    const path = `/api/v1/imports/${await importBadRows()}/errors/?format=csv`;
    // The heap of the gateway reaches its usual size.
    await download(path);
    const before = residentMib();
    const { byteCount, mostMib } = await download(path);
    const growth = mostMib - before;
    print(`CSV of ${String(Math.round(byteCount / MIB))} MiB, gateway + ${growth.toFixed(0)} MiB`);
    expect(byteCount).toBeGreaterThan(0.95 * FILE_BYTES);
    expect(growth).toBeLessThan(GROWTH_MIB_MAX);
  };

  // The heap of a process varies by as much as a short file has.
  if (isLong) it('are streamed through the gateway with at most 50 MB of its memory', streamErrors);
});

describe('256 half-sent uploads of one key', () => {
  const UPLOADS = 256;
  const PREVIEW = '/api/v1/field-mappings/preview/';
  const ROUNDS = isLong ? 4 : 2;
  const READS_PER_ROUND = isLong ? 500 : 50;
  /** The p99 of few samples depends on the other load of the machine, so the short form compares the median. */
  const SHARE = isLong ? 0.99 : 0.5;
  const RATIO_MAX = isLong ? 1.2 : 2;

  function halfSent(): Socket {
    const socket = openRequest(`POST ${PREVIEW}`, [
      `Authorization: Bearer ${hostileKey}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1000000',
    ]);
    socket.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nemail');
    return socket;
  }

  async function readTimes(nextKey: () => string): Promise<number[]> {
    const times: number[] = [];
    for (let read = 0; read < READS_PER_ROUND; read += 1) {
      const { status, tookMs } = await request(baseUrl, { route: '/api/v1/contacts/', key: nextKey() });
      expect(status).toBe(200);
      times.push(tookMs);
    }
    return times;
  }

  /** The status of a response, or 0 if the connection ends without one. */
  async function statusOf(socket: Socket): Promise<number> {
    return new Promise((resolve) => {
      socket.once('data', (bytes: Buffer) => resolve(Number(bytes.toString('latin1').split(' ')[1])));
      socket.once('close', () => resolve(0));
    });
  }

  it('hold no slot: a whole upload of the key is answered meanwhile, and they end with 408', async () => {
    const statuses = Array.from({ length: UPLOADS }, async () => statusOf(halfSent()));
    const body = new FormData();
    body.append('file', new File(['email\na@isolation.example\n'], 'contacts.csv', { type: 'text/csv' }));
    for (const key of [hostileKey, readerKey]) {
      const headers = { authorization: `Bearer ${key}` };
      const whole = await fetch(`${baseUrl}${PREVIEW}`, { method: 'POST', headers, body });
      expect(whole.status).toBe(200);
    }
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([408]));
  });

  it('do not delay reads of another workspace', async () => {
    const nextKey = await keysInTurn(readerKey, ['contacts:read']);
    await readTimes(nextKey);
    const quiet: number[] = [];
    const noisy: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(...(await readTimes(nextKey)));
      const sockets = Array.from({ length: UPLOADS }, halfSent);
      await pause(1_000);
      noisy.push(...(await readTimes(nextKey)));
      for (const socket of sockets) socket.destroy();
      await pause(1_000);
    }
    const [before, after] = [quantile(quiet, SHARE), quantile(noisy, SHARE)];
    print(`reads beside half-sent uploads: ${before.toFixed(1)} → ${after.toFixed(1)} ms`);
    expect(after).toBeLessThan(Math.max(before * RATIO_MAX, NOISE_MS_MAX));
  });
});

describe(`${String(HANGING_ENDPOINTS)} endpoints that hang`, () => {
  const EVENTS = isLong ? 1_000 : 30;
  const EVENTS_PER_SECOND = 16;
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
  async function deliveryTimes(name: string, nextKey: () => string): Promise<number[]> {
    sink.clear();
    for (let event = 0; event < EVENTS; event += 1) {
      await createContact(nextKey(), `${name}-${String(event)}`);
      await pause(1_000 / EVENTS_PER_SECOND);
    }
    const arrived = await sink.waitFor(EVENTS, '/quiet', 30_000);
    return arrived.map(({ body, receivedAtMs }) => receivedAtMs - Date.parse(timestampOf(body)));
  }

  function timestampOf(body: string): string {
    return /"timestamp":"([^"]+)"/.exec(body)?.[1] ?? '';
  }

  it('do not delay deliveries of another workspace', async () => {
    await createEndpoint(receiverKey, '/quiet');
    for (let endpoint = 0; endpoint < HANGING_ENDPOINTS; endpoint += 1)
      await createEndpoint(hangingKeys[endpoint % hangingKeys.length] ?? '', '/hang');
    const nextKey = await keysInTurn(receiverKey, ['contacts:write']);
    await deliveryTimes('warm', nextKey);
    const quiet = await deliveryTimes('before', nextKey);
    sink.answerWith(({ path }, response) => {
      if (path !== '/hang') response.writeHead(200).end();
    });
    await Promise.all(hangingKeys.map(async (key, index) => createContact(key, `hang-${String(index)}`)));
    await sink.waitFor(HANGING_ENDPOINTS, '/hang', 30_000);
    const noisy = await deliveryTimes('beside', nextKey);
    const [before, after] = [quantile(quiet, SHARE), quantile(noisy, SHARE)];
    print(`deliveries beside endpoints that hang: ${before.toFixed(1)} → ${after.toFixed(1)} ms`);
    expect(after).toBeLessThan(Math.max(before * RATIO_MAX, NOISE_MS_MAX));
  });
});

describe('300 wrong log-ins from five addresses', () => {
  const ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'];
  const LOG_INS_PER_ADDRESS = 60;
  const KEYS = 20;
  /** The short form leaves room for a busy machine. */
  const SHARE = isLong ? 0.9 : 0.5;
  const MS_MAX = isLong ? 200 : 400;

  function logIn(address: string, index: number): Socket {
    const username = `unknown-${String(index)}@isolation.example`;
    const body = JSON.stringify({ username, password: 'a wrong password' });
    const headers = ['Content-Type: application/json', `Content-Length: ${String(body.length)}`];
    const socket = openRequest('POST /api/v1/auth/token/', headers, address);
    socket.write(body);
    return socket;
  }

  it('do not delay API keys that are not cached', async () => {
    const keys: string[] = [];
    for (let index = 0; index < KEYS; index += 1) keys.push(await createKey(ownerKey, ['contacts:read']));
    const sockets = ADDRESSES.flatMap((address) =>
      Array.from({ length: LOG_INS_PER_ADDRESS }, (_, index) => logIn(address, index)),
    );
    await pause(200);
    const times: number[] = [];
    for (const key of keys) {
      const { status, tookMs } = await request(baseUrl, { route: '/api/v1/workspace/', key });
      expect(status).toBe(200);
      times.push(tookMs);
    }
    expect((await fetch(`${baseUrl}/.well-known/jwks.json`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    const slow = quantile(times, SHARE);
    print(`API keys beside log-ins: ${slow.toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`);
    expect(slow).toBeLessThan(MS_MAX);
  });
});
