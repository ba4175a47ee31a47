import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createKey, seedCredential } from '@outreach/dev';
import { startWebhookSink } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { fillPath, readDocument, type Operation, type ServedDocument } from './openapi-document.ts';
import { runStack, type Answer } from './stack-harness.ts';

jest.setTimeout(300_000);

const UNKNOWN_ULID = '01J9Z3K8Q4N5R6S7T8V9W0X1Y3';
const KEYS_PER_SIDE = 4;

// Clients exist in the workspaces of agencies alone.
const running = await sharedByTests(async () => runStack({}, ['--agency', 'North']));
const sink = await sharedByTests(startWebhookSink);
let document: ServedDocument;
/** Keys of a workspace with resources of every kind, and of another one that has none of them. */
let own: readonly string[];
let foreign: readonly string[];
/** Path parameter → id of a resource of the first workspace. */
const ids = new Map<string, string>();
let turn = 0;

beforeAll(async () => {
  document = await readDocument(running);
  own = await keysOf(running.apiKey);
  const stranger = await seedCredential(running.stack, 'Stranger', ['--agency', 'South']);
  foreign = await keysOf(stranger.apiKey);
  await makeResources();
});

async function keysOf(apiKey: string): Promise<string[]> {
  const names = Array.from({ length: KEYS_PER_SIDE - 1 }, (_, index) => `Wall ${index}`);
  return [apiKey, ...(await Promise.all(names.map(async (name) => createKey(running.stack, apiKey, name))))];
}

/** Another key each time, so that no limit is ever near. */
function one(keys: readonly string[]): string {
  turn += 1;
  return keys[turn % keys.length] ?? '';
}

const withIds = (): Operation[] =>
  document.operations.filter(({ pathParameters }) => pathParameters.length > 0);
const withCursor = (): Operation[] =>
  document.operations.filter(({ queryParameters }) => queryParameters.some(({ name }) => name === 'cursor'));

/** Two resources of every collection whose example makes one; the ids of the rest are known to nobody. */
async function makeResources(): Promise<void> {
  for (const { path, pathParameters } of withIds()) {
    const [name = ''] = pathParameters.map((parameter) => parameter.name);
    const collection = path.slice(0, path.indexOf('{'));
    const create = document.operations.find((found) => found.method === 'POST' && found.path === collection);
    if (ids.has(name) || create === undefined) continue;
    for (const index of [1, 2]) {
      const body = { ...Object(create.exampleBody), ...unique(create, index) };
      const made = await running.call('POST', collection, { body, key: one(own) });
      if (made.status === 201) ids.set(name, made.body.id);
    }
  }
}

/** Members that must differ from one resource to the next, or lead to a host that answers. */
function unique({ body }: Operation, index: number): Record<string, string> {
  const members: Record<string, string> = {
    email: `wall${index}@example.com`,
    username: `wall${index}@example.com`,
    name: `wall${index}`,
    url: `${sink.url}/wall`,
  };
  const taken = document.resolve(body ?? {}).properties ?? {};
  return Object.fromEntries(Object.entries(members).filter(([name]) => name in taken));
}

const prefixOf = (operation: Operation, name: string): string =>
  /^\^([a-z]+_)/.exec(
    operation.pathParameters.find((found) => found.name === name)?.schema.pattern ?? '',
  )?.[1] ?? '';

async function callWith(
  operation: Operation,
  key: string,
  valueOf: (name: string) => string,
): Promise<Answer> {
  const body = operation.body === undefined ? {} : { body: operation.exampleBody };
  return running.call(operation.method, fillPath(operation, valueOf), { key, ...body });
}

const bytes = ({ status, text }: Answer): string => `${status} ${text}`;

describe('ids of another workspace', () => {
  it('are there to be tried: resources of most kinds were made', () => {
    expect([...ids.keys()]).toEqual(
      expect.arrayContaining(['contact_id', 'webhook_id', 'key_id', 'user_id']),
    );
  });

  it('answer 404 on every operation, byte by byte as unknown and malformed ones', async () => {
    for (const operation of withIds()) {
      const idOf = (name: string) => ids.get(name) ?? `${prefixOf(operation, name)}${UNKNOWN_ULID}`;
      const stolen = await callWith(operation, one(foreign), idOf);
      const unknown = await callWith(
        operation,
        one(foreign),
        (name) => `${prefixOf(operation, name)}${UNKNOWN_ULID}`,
      );
      const malformed = await callWith(operation, one(foreign), () => 'nothing');
      expect([operation.id, bytes(stolen)]).toEqual([operation.id, bytes(unknown)]);
      expect([operation.id, bytes(malformed)]).toEqual([operation.id, bytes(unknown)]);
      expect([operation.id, unknown.status, unknown.body.error.code]).toEqual([
        operation.id,
        404,
        'not_found',
      ]);
      expect(unknown.text).not.toContain(UNKNOWN_ULID);
    }
  });

  it('changed nothing by all that: their owner finds each as it was made', async () => {
    const reads = withIds().filter(
      ({ method, pathParameters }) => method === 'GET' && pathParameters.every(({ name }) => ids.has(name)),
    );
    expect(reads.length).toBeGreaterThan(3);
    for (const operation of reads) {
      const found = await callWith(operation, one(own), (name) => ids.get(name) ?? '');
      expect([operation.id, found.status]).toEqual([operation.id, 200]);
      if (found.body.updated_at !== undefined) expect(found.body.updated_at).toBe(found.body.created_at);
    }
  });

  it('stand in no list of the other workspace', async () => {
    for (const { id, method, path, pathParameters } of document.operations) {
      if (method !== 'GET' || pathParameters.length > 0) continue;
      const list = await running.call('GET', path, { key: one(foreign) });
      for (const resource of ids.values())
        expect([id, list.text]).toEqual([id, expect.not.stringContaining(resource)]);
    }
  });
});

describe('cursors', () => {
  const listWith = async (operation: Operation, key: string, query: string): Promise<Answer> => {
    const path = fillPath(
      operation,
      (name) => ids.get(name) ?? `${prefixOf(operation, name)}${UNKNOWN_ULID}`,
    );
    return running.call('GET', `${path}?${query}`, { key });
  };
  /** The cursors that lists gave out; those of one record, and most of those under an id, give none. */
  const givenOut = async (): Promise<Map<Operation, string>> => {
    const cursors = new Map<Operation, string>();
    for (const operation of withCursor()) {
      const page = await listWith(operation, one(own), 'page_size=1');
      const cursor = page.body.meta?.next_cursor ?? null;
      if (cursor !== null) cursors.set(operation, cursor);
    }
    expect(cursors.size).toBeGreaterThan(1);
    return cursors;
  };
  const expectRefused = (operation: Operation, what: string, { status, body }: Answer): void =>
    expect([operation.id, what, status, body.error.code, body.error.field]).toEqual([
      operation.id,
      what,
      400,
      'validation_error',
      'cursor',
    ]);

  it('that nobody gave out answer 400 on every list', async () => {
    for (const operation of withCursor()) {
      const forged = [
        'x',
        'a.b',
        '..',
        Buffer.from('{"v":1,"id":"a"}').toString('base64url'),
        'x'.repeat(4_096),
      ];
      for (const cursor of forged)
        expectRefused(operation, cursor, await listWith(operation, one(own), `cursor=${cursor}`));
    }
  });

  it('that are changed in any character, or cut, answer 400', async () => {
    for (const [operation, cursor] of await givenOut()) {
      for (const at of [0, Math.floor(cursor.length / 2), cursor.length - 2]) {
        const changed = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
        expectRefused(operation, 'changed', await listWith(operation, one(own), `cursor=${changed}`));
      }
      expectRefused(operation, 'cut', await listWith(operation, one(own), `cursor=${cursor.slice(0, -3)}`));
      expect((await listWith(operation, one(own), `cursor=${cursor}`)).status).toBe(200);
    }
  });

  it('of another workspace and of another list answer 400', async () => {
    const cursors = await givenOut();
    for (const operation of withCursor())
      for (const [origin, cursor] of cursors) {
        if (origin !== operation)
          expectRefused(operation, origin.id, await listWith(operation, one(own), `cursor=${cursor}`));
        else if (operation.pathParameters.length === 0)
          expectRefused(operation, 'foreign', await listWith(operation, one(foreign), `cursor=${cursor}`));
      }
  });

  it('of another sort or filter answer 400', async () => {
    let narrowed = 0;
    for (const [operation, cursor] of await givenOut()) {
      const narrowing = operation.queryParameters.find(
        ({ name, schema }) => name !== 'cursor' && (schema.enum !== undefined || schema.type === 'boolean'),
      );
      if (narrowing === undefined) continue;
      narrowed += 1;
      const value = narrowing.schema.enum?.map(String).at(-1) ?? 'true';
      const answer = await listWith(operation, one(own), `cursor=${cursor}&${narrowing.name}=${value}`);
      expectRefused(operation, narrowing.name, answer);
    }
    expect(narrowed).toBeGreaterThan(0);
  });
});

describe('an Idempotency-Key of another workspace', () => {
  it('is another key: nothing of the first answer comes back', async () => {
    const headers = { 'idempotency-key': 'shared-by-two' };
    const body = { email: 'keyed-by-two@example.com' };
    const mine = await running.call('POST', '/api/v1/contacts/', { body, headers, key: one(own) });
    const theirs = await running.call('POST', '/api/v1/contacts/', { body, headers, key: one(foreign) });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.id).not.toBe(mine.body.id);
    expect(theirs.headers.get('idempotent-replayed')).toBeNull();
  });
});
