/** @alone It measures time. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { seedCredential } from '@outreach/dev/seed';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { hostileSearches } from './hostile-searches.ts';
import { fillPath, readDocument, type Operation } from './openapi-document.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(180_000);

const MIB = 1_048_576;
const OVERSIZED_BYTES = 32 * MIB;
const CHUNK_BYTES = 65_536;

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

describe('bodies over the size limit', () => {
  const SENDERS = 8;
  const ROUNDS = 5;
  const SAMPLE_MS = 10;
  /** A fifth of what the bodies of all senders take. */
  const GROWTH_BYTES_MAX = 50 * MIB;

  it('are refused with 413 while they are sent, and eight at once take at most 50 MiB more than one', async () => {
    const targets = (await readDocument(running)).operations
      .filter(({ body }) => body !== undefined)
      .slice(0, SENDERS);
    const { apiKey } = await seedCredential(running.stack, 'Oversized');
    const send = async (target: Operation): Promise<void> =>
      expect(await sendOversized(target, apiKey)).toBe(413);
    /** The highest memory during the work. */
    const peakOf = async (work: () => Promise<unknown>): Promise<number> => {
      let peak = residentBytes();
      const samples = setInterval(() => (peak = Math.max(peak, residentBytes())), SAMPLE_MS);
      await work();
      clearInterval(samples);
      return peak;
    };
    // The same bytes one after the other: the heap reaches the size that it has under this load.
    const usual = await peakOf(async () => {
      for (let round = 0; round < ROUNDS; round += 1) for (const target of targets) await send(target);
    });
    // Bodies that are kept raise the peak of every round, a late garbage collection that of some.
    const peaks: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      peaks.push(await peakOf(async () => Promise.all(targets.map(send))));
    expect(Math.min(...peaks) - usual).toBeLessThan(GROWTH_BYTES_MAX);
  });
});

/** Sends a body over every limit, in chunks without a declared length, and returns the status. */
async function sendOversized(operation: Operation, apiKey: string): Promise<number> {
  const socket = connect(running.stack.ports.gateway, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => (answer += bytes.toString()));
  socket.write(
    [
      `${operation.method} ${fillPath(operation, () => 'x')} HTTP/1.1`,
      'Host: gateway',
      `Authorization: Bearer ${apiKey}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      '\r\n',
    ].join('\r\n'),
  );
  const chunk = `${CHUNK_BYTES.toString(16)}\r\n${' '.repeat(CHUNK_BYTES)}\r\n`;
  for (let byteCount = 0; byteCount < OVERSIZED_BYTES; byteCount += CHUNK_BYTES)
    if (!socket.write(chunk)) await once(socket, 'drain');
  await eventually(() => expect(answer).toContain('\r\n'));
  socket.destroy();
  return Number(answer.split(' ')[1]);
}

describe('a hostile search', () => {
  const REFUSED_WITHIN_MS = 50;
  /** The fastest of some attempts is the time of the refusal; slower attempts measure other work of the machine. */
  const ATTEMPTS = 8;

  it.each(hostileSearches)('is refused within 50 ms with %s', async (_name, body) => {
    const times: number[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
      times.push(await timeOf(async () => running.call('POST', '/api/v1/contacts/search/', { body })));
    expect(Math.min(...times)).toBeLessThan(REFUSED_WITHIN_MS);
  });
});

describe('a refused log-in', () => {
  const SAMPLES = 15;
  /** A response without the password hash is ten times as fast. Noise stays below this ratio. */
  const RATIO_MAX = 3;

  /** Each from a client address of its own, so that no limit is reached. */
  async function logIn(username: string, sample: number): Promise<void> {
    const headers = { 'x-forwarded-for': `10.5.0.${sample}` };
    const body = { username, password: `not the password ${sample}` };
    const { status } = await running.call('POST', '/api/v1/auth/token/', { key: '', body, headers });
    expect(status).toBe(401);
  }

  it('takes as long for an unknown user as for a wrong password', async () => {
    const times = { known: new Array<number>(), unknown: new Array<number>() };
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      times.known.push(await timeOf(async () => logIn(running.username, sample)));
      times.unknown.push(await timeOf(async () => logIn(`unknown${sample}@example.com`, sample)));
    }
    const [one, other] = [quantile(times.known, 0.5), quantile(times.unknown, 0.5)];
    expect(Math.max(one, other) / Math.min(one, other)).toBeLessThan(RATIO_MAX);
  });
});

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}
