import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually, startWebhookSink } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { fillPath, readDocument, type Operation, type ServedDocument } from './openapi-document.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(300_000);

/** Part of every hostile field, in its name or value. No record may contain it afterwards. */
const MARKER = 'hostilemarker7e2a';
const FOREIGN_WORKSPACE = 'ws_01J9Z3K8Q4N5R6S7T8V9W0X1Y9';
const PLANTED_TIME = '1907-03-14T05:06:07.089Z';
const HOSTILE_FIELDS = [
  `"__proto__":{"${MARKER}":true}`,
  `"constructor":{"prototype":{"${MARKER}":true}}`,
  `"$where":"${MARKER}"`,
  `"$set":{"${MARKER}":1}`,
  `"a.b":"${MARKER}"`,
  `"unknown_${MARKER}":1`,
  `"workspace_id":"${FOREIGN_WORKSPACE}"`,
  `"created_at":"${PLANTED_TIME}"`,
  `"updated_at":"${PLANTED_TIME}"`,
  `"id":"${MARKER}"`,
].join(',');

const OVERSIZED_BYTES = 32 * 1_048_576;
const CHUNK_BYTES = 65_536;
const SENDERS = 8;
/** Rounds in which the heap of the gateway reaches its usual size. */
const WARM_UP_ROUNDS = 3;
/** Half of what the bodies of all senders would take. */
const WARM_UP_BYTES_MAX = (SENDERS * OVERSIZED_BYTES) / 2;
const ROUNDS = 3;
const GROWTH_BYTES_MAX = 50 * 1_048_576;

const running = await sharedByTests(useSharedStack);
const sink = await sharedByTests(startWebhookSink);
let document: ServedDocument;

beforeAll(async () => {
  document = await readDocument(running);
});

/** The example of the operation, in which URLs lead to this machine. */
function exampleOf(operation: Operation): Record<string, unknown> {
  const example = { ...Object(operation.exampleBody) };
  return 'url' in example ? { ...example, url: `${sink.url}/hook` } : example;
}

describe('hostile and read-only fields of bodies', () => {
  it('are stored by no operation in any collection of any service', async () => {
    const created = new Map<string, string>();
    const statuses: number[] = [];
    const writes = document.operations.filter(({ body, isPublic }) => body !== undefined && !isPublic);
    const ordered = [
      ...writes.filter(({ method }) => method === 'POST'),
      ...writes.filter(({ method }) => method !== 'POST'),
    ];
    for (const operation of ordered) {
      const text = JSON.stringify({ ...exampleOf(operation), MARK: 1 }).replace(
        '"MARK":1',
        () => HOSTILE_FIELDS,
      );
      const path = fillPath(operation, (name) => created.get(name) ?? 'x');
      const headers = { 'content-type': 'application/json' };
      const answer = await running.call(operation.method, path, { text, headers });
      expect([operation.id, answer.status < 500]).toEqual([operation.id, true]);
      expect([operation.id, answer.text]).toEqual([operation.id, expect.not.stringContaining(MARKER)]);
      expect([operation.id, answer.text]).toEqual([operation.id, expect.not.stringContaining(PLANTED_TIME)]);
      if (operation.method === 'POST' && answer.status === 201) addId(created, operation, answer.body.id);
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(3);
    expect(await recordsWith([MARKER, FOREIGN_WORKSPACE, PLANTED_TIME])).toEqual([]);
  });

  it('are found by the search of this test if a customer stores them on purpose', async () => {
    const body = { email: 'stored@example.com', title: 'Stored on purpose' };
    expect((await running.call('POST', '/api/v1/contacts/', { body })).status).toBe(201);
    expect((await recordsWith(['Stored on purpose'])).length).toBeGreaterThan(0);
  });
});

function addId(created: Map<string, string>, { path }: Operation, id: string): void {
  for (const { path: other, pathParameters } of document.operations)
    for (const { name } of pathParameters.slice(0, 1))
      if (other.startsWith(`${path}{${name}}`)) created.set(name, id);
}

/** The records of all databases that contain one of these texts. */
async function recordsWith(texts: readonly string[]): Promise<string[]> {
  const client = await MongoClient.connect(running.stack.mongodbUri);
  const found: string[] = [];
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases.filter((database) => database.name.startsWith('outreach')))
      for (const { name: collection } of await client.db(name).listCollections().toArray())
        for await (const record of client.db(name).collection(collection).find()) {
          const text = `${JSON.stringify(record)} ${buffersOf(record)}`;
          if (texts.some((one) => text.includes(one)))
            found.push(`${name}.${collection}: ${text.slice(0, 300)}`);
        }
  } finally {
    await client.close();
  }
  return found;
}

/** Binary fields as text, for example of stored replies and of the outbox. */
function buffersOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  if (
    '_bsontype' in value &&
    value._bsontype === 'Binary' &&
    'buffer' in value &&
    value.buffer instanceof Uint8Array
  )
    return Buffer.from(value.buffer).toString('latin1');
  return Object.values(value).map(buffersOf).join(' ');
}

describe('bodies over the size limit', () => {
  it('are refused with 413 while they are sent, and the gateway grows by at most 50 MiB', async () => {
    const targets = document.operations.filter(({ body }) => body !== undefined).slice(0, SENDERS);
    const pid = running.stack.pids().gateway;
    if (pid === undefined) throw new Error('The gateway does not run.');
    const flood = async (): Promise<number[]> =>
      Promise.all(targets.map(async (operation) => sendOversized(operation)));
    /** The highest memory after a round. */
    const highestOf = async (rounds: number): Promise<number> => {
      let highest = 0;
      for (let round = 0; round < rounds; round += 1) {
        expect(new Set(await flood())).toEqual(new Set([413]));
        highest = Math.max(highest, residentBytes(pid));
      }
      return highest;
    };
    const before = residentBytes(pid);
    const usual = await highestOf(WARM_UP_ROUNDS);
    expect(usual - before).toBeLessThan(WARM_UP_BYTES_MAX);
    expect((await highestOf(ROUNDS)) - usual).toBeLessThan(GROWTH_BYTES_MAX);
  });
});

/** Sends a body over every limit, in chunks without a declared length, and returns the status. */
async function sendOversized(operation: Operation): Promise<number> {
  const socket = connect(running.stack.ports.gateway, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => (answer += bytes.toString()));
  socket.write(
    [
      `${operation.method} ${fillPath(operation, () => 'x')} HTTP/1.1`,
      'Host: gateway',
      `Authorization: Bearer ${running.apiKey}`,
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

function residentBytes(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1_024;
}
