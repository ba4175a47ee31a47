import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { seedCredential } from '@outreach/dev';
import { describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(180_000);

const MIB = 1_048_576;

const running = await sharedByTests(useSharedStack);

function residentBytes(): number {
  const pid = running.stack.pids().gateway;
  if (pid === undefined) throw new Error('The gateway does not run.');
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1_024;
}

/** Opens a connection and sends the head of a request, whose body follows. */
function openRequest(target: string, headers: readonly string[], localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port: running.stack.ports.gateway, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  socket.write([`${target} HTTP/1.1`, 'Host: gateway', ...headers, '\r\n'].join('\r\n'));
  return socket;
}

/** The status of the response. */
async function statusOf(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.once('data', (bytes: Buffer) => resolve(Number(bytes.toString('latin1').split(' ')[1])));
    socket.once('close', () => reject(new Error('The connection ended without a response.')));
  });
}

/** Times of a request in ms that is sent again and again until `isDone`. */
async function timesUntil(isDone: () => boolean, path: string, key = running.apiKey): Promise<number[]> {
  const times: number[] = [];
  while (!isDone()) {
    const startedAtMs = performance.now();
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${running.stack.baseUrl}${path}`, { headers });
    await response.text();
    expect(response.status).toBe(200);
    times.push(performance.now() - startedAtMs);
    await pause(10);
  }
  return times;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}

describe('20 log-ins with bodies in chunks of one byte', () => {
  const CLIENTS = 20;
  const BODY_BYTES = 128 * 1_024;
  const SENT_AT_ONCE = 8_192;
  const HEALTH_CHECKS = 300;
  const CHUNKED = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
  const LOG_IN = 'POST /api/v1/auth/token/';
  const ONE_BYTE = '1\r\n \r\n';
  const END = '0\r\n\r\n';

  it('grow the gateway by at most 200 MB, and health checks are answered in 100 ms meanwhile', async () => {
    const before = residentBytes();
    let highest = before;
    const clients = Array.from({ length: CLIENTS }, () => {
      const socket = openRequest(LOG_IN, CHUNKED);
      for (let sent = 0; sent < BODY_BYTES; sent += SENT_AT_ONCE) socket.write(ONE_BYTE.repeat(SENT_AT_ONCE));
      socket.write(END);
      return socket;
    });
    let checkCount = 0;
    const times = await timesUntil(() => {
      highest = Math.max(highest, residentBytes());
      return (checkCount += 1) > HEALTH_CHECKS;
    }, '/healthz');
    for (const client of clients) client.destroy();
    expect(highest - before).toBeLessThan(200 * MIB);
    expect(quantile(times, 0.5)).toBeLessThan(100);
  });

  it('are read to their end', async () => {
    const socket = openRequest(LOG_IN, CHUNKED);
    socket.write(ONE_BYTE.repeat(SENT_AT_ONCE) + END);
    expect(await statusOf(socket)).toBe(400);
    socket.destroy();
  });
});

describe('an Idempotency-Key', () => {
  it('that was used for a path of one service returns 422 for a path of another service', async () => {
    const headers = { 'idempotency-key': 'two-services' };
    const body = { name: 'Two services', email: 'two-services@isolation.example' };
    const contact = await running.call('POST', '/api/v1/contacts/', { body, headers });
    expect(contact.status).toBe(201);
    const sequence = await running.call('POST', '/api/v1/sequences/', { body, headers });
    expect(sequence).toMatchObject({ status: 422, body: { error: { code: 'idempotency_key_reused' } } });
    const again = await running.call('POST', '/api/v1/contacts/', { body, headers });
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      contact.body,
      'true',
    ]);
  });

  it('that failed validation is new for every path', async () => {
    const headers = { 'idempotency-key': 'not-valid' };
    expect((await running.call('POST', '/api/v1/contacts/', { body: {}, headers })).status).toBe(400);
    const body = { name: 'After a wrong body' };
    expect((await running.call('POST', '/api/v1/sequences/', { body, headers })).status).toBe(201);
  });

  it('returns a stored refusal with Idempotent-Replayed', async () => {
    const path = '/api/v1/contacts/ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2/restore/';
    const headers = { 'idempotency-key': 'refused' };
    const first = await running.call('POST', path, { headers });
    const second = await running.call('POST', path, { headers });
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([404, null]);
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([404, 'true']);
    expect(second.text).toBe(first.text);
  });
});

describe('an over-long refresh token', () => {
  it('returns 401 like any wrong one', async () => {
    for (const refresh of ['otr_wrong', 'x'.repeat(100_000)]) {
      const { status, body } = await running.call('POST', '/api/v1/auth/token/refresh/', {
        body: { refresh },
      });
      expect([status, typeof body.detail]).toEqual([401, 'string']);
    }
  });
});

describe('256 half-sent uploads of one key', () => {
  const UPLOADS = 256;
  const PREVIEW = '/api/v1/field-mappings/preview/';
  const READS = 100;
  const IDLE_MS_MAX = 15_000;
  const CONTENT = 'email\na@isolation.example\n';

  it('hold no slot: reads of another workspace and a whole upload are answered, and they end with 408', async () => {
    const other = await seedCredential(running.stack, 'Reader');
    const startedAtMs = performance.now();
    const halfSent = Array.from({ length: UPLOADS }, () => {
      const socket = openRequest(`POST ${PREVIEW}`, [
        `Authorization: Bearer ${running.apiKey}`,
        'Content-Type: multipart/form-data; boundary=x',
        'Content-Length: 1000000',
      ]);
      socket.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\n');
      return { socket, status: statusOf(socket) };
    });
    await pause(2_000);
    let readCount = 0;
    const times = await timesUntil(() => (readCount += 1) > READS, '/api/v1/contacts/', other.apiKey);
    for (const key of [running.apiKey, other.apiKey]) {
      const body = new FormData();
      body.append('file', new File([CONTENT], 'contacts.csv', { type: 'text/csv' }));
      const headers = { authorization: `Bearer ${key}` };
      const whole = await fetch(`${running.stack.baseUrl}${PREVIEW}`, { method: 'POST', headers, body });
      expect(whole.status).toBe(200);
    }
    const statuses = await Promise.all(halfSent.map(async ({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set([408]));
    expect(performance.now() - startedAtMs).toBeGreaterThan(IDLE_MS_MAX);
    expect(performance.now() - startedAtMs).toBeLessThan(2 * IDLE_MS_MAX);
    for (const { socket } of halfSent) socket.destroy();
    expect(quantile(times, 0.5)).toBeLessThan(100);
  });
});

describe('20 concurrent searches for a part of a text', () => {
  const CONTACTS = 3_000;
  const BULK = 1_000;
  const SEARCHERS = 20;
  const READS = 200;

  it('leave every read of another workspace answered', async () => {
    const other = await seedCredential(running.stack, 'Quiet');
    for (let first = 0; first < CONTACTS; first += BULK) {
      const contacts = Array.from({ length: BULK }, (_, index) => ({
        email: `scan-${first + index}@isolation.example`,
        title: 'x'.repeat(200),
      }));
      const body = { contacts };
      expect((await running.call('POST', '/api/v1/contacts/bulk/', { body })).status).toBe(200);
    }
    let isDone = false;
    const body = {
      filters: [{ field: 'title', op: 'contains', value: 'not in any title' }],
      sort: [{ field: 'city', direction: 'desc' }],
    };
    const searchers = Array.from({ length: SEARCHERS }, async () => {
      const statuses: number[] = [];
      while (!isDone) {
        statuses.push((await running.call('POST', '/api/v1/contacts/search/', { body })).status);
        await pause(100);
      }
      return statuses;
    });
    let readCount = 0;
    const times = await timesUntil(() => (readCount += 1) > READS, '/api/v1/contacts/', other.apiKey);
    isDone = true;
    const statuses = new Set((await Promise.all(searchers)).flat());
    expect([...statuses].filter((status) => ![200, 429, 503, 504].includes(status))).toEqual([]);
    expect(quantile(times, 0.5)).toBeLessThan(250);
  });
});

describe('a check of 1,000 addresses with 126 labels each', () => {
  const ADDRESSES = 1_000;
  const LABELS = 126;
  const READS = 200;
  /** More than are read as a whole. */
  const SUPPRESSIONS = 501;

  it('is answered, and so are 200 concurrent reads of another workspace', async () => {
    const other = await seedCredential(running.stack, 'Beside');
    const { apiKey: key } = await seedCredential(running.stack, 'Checker');
    const suppressions = Array.from({ length: SUPPRESSIONS }, (_, index) => ({
      type: 'domain',
      value: `suppressed-${index}.example`,
      reason: 'do_not_contact',
    }));
    const added = await running.call('POST', '/api/v1/suppressions/bulk/', { key, body: { suppressions } });
    expect(added.status).toBe(200);
    const letterOf = (address: number, label: number): string =>
      ((address * 7 + label * 13) % 36).toString(36);
    const emails = Array.from({ length: ADDRESSES }, (_, address) => {
      const labels = Array.from({ length: LABELS - 1 }, (_label, label) =>
        letterOf(address >> (label % 10), label),
      );
      return `a@${labels.join('.')}.aa`;
    });
    const checking = running.call('POST', '/api/v1/suppressions/check/', { key, body: { emails } });
    const reads = await Promise.all(
      Array.from({ length: READS }, async () =>
        running.call('GET', '/api/v1/contacts/ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y2/', { key: other.apiKey }),
      ),
    );
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([404]));
    const { status, body } = await checking;
    expect([status, body.results?.length]).toEqual([200, ADDRESSES]);
  });
});
