import { expect, it } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { connect } from 'node:net';
import type { Backends } from '../src/clients/backends.ts';
import { startGateway } from './gateway-harness.ts';

const BODY_MS = 200;
const UPLOAD_MS = 400;
const BODIES = 20;
const EVERY_MS = 10;
/** A body of one-byte chunks never ends, and always has bytes to read. */
const CHUNKS = '1\r\n \r\n'.repeat(2_000);

const options = { bodyTimeoutMs: BODY_MS, uploadTimeoutMs: UPLOAD_MS };
/** Reads the whole upload, as contacts does. */
const createImport: Backends['contacts']['createImport'] = async (_ctx, parts) => {
  for await (const part of parts) expect(part).toBeDefined();
  return { job: undefined };
};
const handlers = { contacts: { createImport } };
const gateway = await sharedByTests(async () => startGateway({ handlers, options }));
const credential = gateway.key('slow');

interface Held {
  readonly answer: string;
  readonly ms: number;
}

/** Sends chunks until the gateway closes the connection. The timeout of a whole request is longer than that of a test. */
async function sendForEver(path: string, contentType: string, start = ''): Promise<Held> {
  const { hostname, port } = new URL(gateway.baseUrl);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${credential}`,
    `Content-Type: ${contentType}`,
    'Transfer-Encoding: chunked',
  ];
  const startedAtMs = performance.now();
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname);
    socket.write(`${head.join('\r\n')}\r\n\r\n${start}`);
    const sending = setInterval(() => {
      if (!socket.writableNeedDrain) socket.write(CHUNKS);
    }, EVERY_MS);
    socket.on('data', (bytes) => (answer += bytes.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(sending);
      resolve({ answer, ms: performance.now() - startedAtMs });
    });
  });
}

it('ends JSON bodies that arrive too slowly with 408, also many at once', async () => {
  const all = await Promise.all(
    Array.from({ length: BODIES }, async () => sendForEver('/api/v1/contacts/', 'application/json')),
  );
  for (const { answer, ms } of all) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(ms).toBeGreaterThan(BODY_MS - EVERY_MS);
  }
});

it('ends an upload that arrives too slowly with 408', async () => {
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  const first = `${part.length.toString(16)}\r\n${part}\r\n`;
  const type = 'multipart/form-data; boundary=b';
  const { answer, ms } = await sendForEver('/api/v1/imports/', type, first);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(ms).toBeGreaterThan(UPLOAD_MS - EVERY_MS);
});
