import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createKey, seedCredential } from '@outreach/dev/seed';
import { startWebhookSink } from '@outreach/testing/webhook-sink';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { fillPath, readDocument, type Operation, type ServedDocument } from './openapi-document.ts';
import { useSharedStack, type Answer } from './stack-harness.ts';

jest.setTimeout(300_000);

const UNKNOWN_ULID = '01J9Z3K8Q4N5R6S7T8V9W0X1Y3';
const KEYS_PER_SIDE = 4;
/** The owner needs the signature of the link too. */
const SIGNED = 'downloadExport';

// Only workspaces of agencies have clients.
const running = await sharedByTests(async () => useSharedStack(['--agency', `Own ${randomUUID()}`]));
const sink = await sharedByTests(startWebhookSink);
let document: ServedDocument;
/** Keys of a workspace with resources of every kind. */
let own: readonly string[];
/** Keys of another workspace without resources. */
let foreign: readonly string[];
/** Path parameter → id of a resource of the first workspace. */
const ids = new Map<string, string>();
let turn = 0;

beforeAll(async () => {
  document = await readDocument(running);
  own = await keysOf(running.apiKey);
  const stranger = await seedCredential(running.stack, 'Stranger', ['--agency', `Foreign ${randomUUID()}`]);
  foreign = await keysOf(stranger.apiKey);
  await createResources();
  const exported = await running.call('POST', '/api/v1/contacts/export/', { body: {}, key: nextOf(own) });
  ids.set('export_id', exported.body.job_id);
});

async function keysOf(apiKey: string): Promise<string[]> {
  const names = Array.from({ length: KEYS_PER_SIDE - 1 }, (_, index) => `Key ${index}`);
  return [apiKey, ...(await Promise.all(names.map(async (name) => createKey(running.stack, apiKey, name))))];
}

/** The next key in turn, so that no key reaches its rate limit. */
function nextOf(keys: readonly string[]): string {
  turn += 1;
  return keys[turn % keys.length] ?? '';
}

const withIds = (): Operation[] =>
  document.operations.filter(({ pathParameters }) => pathParameters.length > 0);
const withCursor = (): Operation[] =>
  document.operations.filter(({ queryParameters }) => queryParameters.some(({ name }) => name === 'cursor'));

/** Creates two resources in every collection with an example that is valid without a change. */
async function createResources(): Promise<void> {
  for (const { path, pathParameters } of withIds()) {
    const [name = ''] = pathParameters.map((parameter) => parameter.name);
    const collection = path.slice(0, path.indexOf('{'));
    const create = document.operations.find((found) => found.method === 'POST' && found.path === collection);
    if (ids.has(name) || create === undefined) continue;
    for (const index of [1, 2]) {
      const body = { ...Object(create.exampleBody), ...uniqueFields(create, index) };
      const created = await running.call('POST', collection, { body, key: nextOf(own) });
      if (created.status === 201) ids.set(name, created.body.id);
    }
  }
}

/** Fields that differ between resources, or need a host that answers. */
function uniqueFields({ body }: Operation, index: number): Record<string, string> {
  const fields: Record<string, string> = {
    email: `tenant${index}@example.com`,
    username: `tenant${index}@example.com`,
    name: `tenant${index}`,
    url: `${sink.url}/hook`,
  };
  const properties = document.resolve(body ?? {}).properties ?? {};
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in properties));
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
  it('exist for contacts, webhooks, keys and users', () => {
    expect([...ids.keys()]).toEqual(
      expect.arrayContaining(['contact_id', 'webhook_id', 'key_id', 'user_id']),
    );
  });

  it('get the same 404 from every operation as unknown and malformed ids', async () => {
    for (const operation of withIds()) {
      const idOf = (name: string) => ids.get(name) ?? `${prefixOf(operation, name)}${UNKNOWN_ULID}`;
      const stolen = await callWith(operation, nextOf(foreign), idOf);
      const unknown = await callWith(
        operation,
        nextOf(foreign),
        (name) => `${prefixOf(operation, name)}${UNKNOWN_ULID}`,
      );
      const malformed = await callWith(operation, nextOf(foreign), () => 'nothing');
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

  it('change nothing, and their owner still reads each resource unchanged', async () => {
    const reads = withIds().filter(
      ({ id, method, pathParameters }) =>
        method === 'GET' && id !== SIGNED && pathParameters.every(({ name }) => ids.has(name)),
    );
    expect(reads.length).toBeGreaterThan(3);
    for (const operation of reads) {
      const found = await callWith(operation, nextOf(own), (name) => ids.get(name) ?? '');
      expect([operation.id, found.status]).toEqual([operation.id, 200]);
      if (found.body.updated_at !== undefined) expect(found.body.updated_at).toBe(found.body.created_at);
    }
  });

  it('are in lists of their own workspace and in no list of another workspace', async () => {
    const listed = new Set<string>();
    for (const { id, method, path, pathParameters } of document.operations) {
      if (method !== 'GET' || pathParameters.length > 0) continue;
      const ownList = await running.call('GET', path, { key: nextOf(own) });
      const foreignList = await running.call('GET', path, { key: nextOf(foreign) });
      expect([id, foreignList.status]).toEqual([id, ownList.status]);
      for (const [name, resource] of ids) {
        if (ownList.text.includes(resource)) listed.add(name);
        expect([id, foreignList.text]).toEqual([id, expect.not.stringContaining(resource)]);
      }
    }
    expect([...listed].sort()).toEqual([...ids.keys()].sort());
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
  /** A cursor of each list that has more than one page. */
  const issuedCursors = async (): Promise<Map<Operation, string>> => {
    const cursors = new Map<Operation, string>();
    for (const operation of withCursor()) {
      const page = await listWith(operation, nextOf(own), 'page_size=1');
      const cursor = page.body.meta?.next_cursor ?? null;
      if (cursor !== null) cursors.set(operation, cursor);
    }
    expect(cursors.size).toBeGreaterThan(1);
    return cursors;
  };
  const expectRefused = (operation: Operation, kind: string, { status, body }: Answer): void =>
    expect([operation.id, kind, status, body.error.code, body.error.field]).toEqual([
      operation.id,
      kind,
      400,
      'validation_error',
      'cursor',
    ]);

  it('are refused with 400 by every list if they were never issued', async () => {
    for (const operation of withCursor()) {
      const forged = [
        'x',
        'a.b',
        '..',
        Buffer.from('{"v":1,"id":"a"}').toString('base64url'),
        'x'.repeat(4_096),
      ];
      for (const cursor of forged)
        expectRefused(operation, cursor, await listWith(operation, nextOf(own), `cursor=${cursor}`));
    }
  });

  it('are refused with 400 if a character is changed or missing', async () => {
    for (const [operation, cursor] of await issuedCursors()) {
      for (const at of [0, Math.floor(cursor.length / 2), cursor.length - 2]) {
        const changed = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
        expectRefused(operation, 'changed', await listWith(operation, nextOf(own), `cursor=${changed}`));
      }
      expectRefused(
        operation,
        'cut',
        await listWith(operation, nextOf(own), `cursor=${cursor.slice(0, -3)}`),
      );
      expect((await listWith(operation, nextOf(own), `cursor=${cursor}`)).status).toBe(200);
    }
  });

  it('are refused with 400 in another workspace and by another list', async () => {
    const cursors = await issuedCursors();
    for (const operation of withCursor())
      for (const [origin, cursor] of cursors) {
        if (origin !== operation)
          expectRefused(operation, origin.id, await listWith(operation, nextOf(own), `cursor=${cursor}`));
        else if (operation.pathParameters.length === 0)
          expectRefused(operation, 'foreign', await listWith(operation, nextOf(foreign), `cursor=${cursor}`));
      }
  });

  it('are refused with 400 for another sort or filter', async () => {
    let narrowed = 0;
    for (const [operation, cursor] of await issuedCursors()) {
      const narrowing = operation.queryParameters.find(
        ({ name, schema }) => name !== 'cursor' && (schema.enum !== undefined || schema.type === 'boolean'),
      );
      if (narrowing === undefined) continue;
      narrowed += 1;
      const value = narrowing.schema.enum?.map(String).at(-1) ?? 'true';
      const answer = await listWith(operation, nextOf(own), `cursor=${cursor}&${narrowing.name}=${value}`);
      expectRefused(operation, narrowing.name, answer);
    }
    expect(narrowed).toBeGreaterThan(0);
  });
});

describe('an Idempotency-Key of another workspace', () => {
  it('creates a contact of its own and returns nothing of the first response', async () => {
    const headers = { 'idempotency-key': 'shared-by-two' };
    const body = { email: 'keyed-by-two@example.com' };
    const mine = await running.call('POST', '/api/v1/contacts/', { body, headers, key: nextOf(own) });
    const theirs = await running.call('POST', '/api/v1/contacts/', { body, headers, key: nextOf(foreign) });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.id).not.toBe(mine.body.id);
    expect(theirs.headers.get('idempotent-replayed')).toBeNull();
  });
});
