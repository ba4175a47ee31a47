import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { objectMembers, readOnlyMembers, scalarMembers, withMember } from './body-fields.ts';
import { startGateway, type Gateway } from './gateway-harness.ts';
import { rawBody, rawExchange } from './raw-exchange.ts';
import {
  barePathOf,
  errorOf,
  jsonInit,
  pathOf,
  rowRequests,
  rows,
  withBody,
  type Row,
} from './route-requests.ts';

/** Of the gateway that waits for bodies that never come; the other one has time enough. */
const SHORT_TIMEOUT_MS = 100;
const OPERATORS = [{ $ne: 1 }, { $gt: '' }, { $where: 'sleep(1000)' }, { 'a.b': 1 }, {}];
/** As text, because an object literal takes `__proto__` for its prototype. */
const HOSTILE_MEMBERS = '"__proto__":{"is_admin":true},"$where":"1","$set":{"a":1},"a.b":"1"';
/** Unknown in the body itself; in a map of a customer's own names it is a name like any other. */
const CONSTRUCTOR_MEMBER = '"constructor":{"prototype":{"is_admin":true}}';

let gateway: Gateway;
let hasty: Gateway;
const { send } = rowRequests(() => gateway);
/** What the backends were asked, without their contexts. */
let asked: unknown[] = [];

beforeAll(async () => {
  gateway = await startGateway();
  hasty = await startGateway({ options: { bodyTimeoutMs: SHORT_TIMEOUT_MS } });
  for (const service of Object.values(gateway.backends)) listenIn(service);
});
afterAll(async () => {
  await gateway.stop();
  await hasty.stop();
});
beforeEach(() => {
  asked = [];
});

function listenIn(service: object): void {
  for (const [name, method] of Object.entries(service))
    Reflect.set(service, name, async (ctx: unknown, request: unknown) => {
      if (!name.startsWith('resolve')) asked.push({ name, request });
      return method(ctx, request);
    });
}

async function askedWith(row: Row, body: string): Promise<[number, unknown]> {
  asked = [];
  const response = await send(row, { init: jsonInit(row, body) });
  return [response.status, asked];
}

const exampleOf = (row: Row) => row.example.body ?? {};

describe.each(withBody)('%s', (_name, row) => {
  const example = JSON.stringify(exampleOf(row));

  it('answers 400 with its field to an object in the place of each scalar', async () => {
    const paths = scalarMembers(row);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths)
      for (const operator of OPERATORS) {
        const body = JSON.stringify(withMember(exampleOf(row), path, operator));
        const response = await send(row, { init: jsonInit(row, body) });
        const { field } = await errorOf(response);
        expect([body, response.status, String(field).split(/[.[]/)[0]]).toEqual([body, 400, path[0]]);
      }
    expect(asked).toEqual([]);
  });

  it('asks its backend the same, whatever hostile members its objects have', async () => {
    const paths = objectMembers(row);
    expect(paths).toContainEqual([]);
    for (const path of paths) {
      const plain = JSON.stringify(path.length === 0 ? exampleOf(row) : withMember(exampleOf(row), path, {}));
      const marked =
        path.length === 0 ? { ...exampleOf(row), MARK: 1 } : withMember(exampleOf(row), path, { MARK: 1 });
      const hostile = path.length === 0 ? `${HOSTILE_MEMBERS},${CONSTRUCTOR_MEMBER}` : HOSTILE_MEMBERS;
      // By a function, for in a text `$w` and its like would be patterns.
      const body = JSON.stringify(marked).replace('"MARK":1', () => hostile);
      expect([path, await askedWith(row, body)]).toEqual([path, await askedWith(row, plain)]);
    }
    expect(Reflect.get({}, 'is_admin')).toBeUndefined();
  });

  it('asks its backend the same, whatever read-only members come along', async () => {
    const names = readOnlyMembers(row);
    expect(names).toContain('created_at');
    const foreign = Object.fromEntries(names.map((name) => [name, 'ws_01J9Z3K8Q4N5R6S7T8V9W0X1Y9']));
    const body = JSON.stringify({ ...exampleOf(row), ...foreign });
    expect(await askedWith(row, body)).toEqual(await askedWith(row, example));
  });

  it('answers 400 to a body nested deeper than 32 levels, be it of a million brackets', async () => {
    for (const depth of [33, 500_000]) {
      const [status] = await askedWith(row, `{"unknown":${'['.repeat(depth)}${']'.repeat(depth)}}`);
      expect([depth, status]).toEqual([depth, 400]);
    }
  });

  it('answers 400 to NUL and lone surrogates anywhere', async () => {
    for (const text of ['\\u0000', '\\ud800', '\\udfff'])
      expect(await askedWith(row, `{"unknown":["${text}"]}`)).toEqual([400, []]);
  });

  it('answers 408 to a body that does not come, and closes the connection', async () => {
    const credential = row.scope === 'public' ? '' : `Authorization: Bearer ${hasty.key('slow')}\r\n`;
    const head = `${row.method.toUpperCase()} ${pathOf(row)} HTTP/1.1\r\nHost: x\r\n${credential}`;
    const answer = await rawExchange(
      hasty.baseUrl,
      `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/\r\nX-RateLimit-Limit: /);
    expect(rawBody(answer)).toMatchObject({ error: { code: 'validation_error' } });
  });
});

describe.each(rows.filter(([, row]) => row.query !== undefined))('%s', (_name, row) => {
  const names = Object.keys(row.query?.shape ?? {});

  it('takes no operator from its query: one in a name is unknown, one in a value is text', async () => {
    await send(row, { path: barePathOf(row) });
    const plain = asked;
    expect(plain).not.toEqual([]);
    for (const name of names) {
      asked = [];
      const search = [`${name}[$ne]=1`, `${name}[]=1`, `${name}.$gt=1`, `$where=1`].map((part) =>
        encodeURI(part),
      );
      await send(row, { path: `${barePathOf(row)}?${search.join('&')}` });
      expect([name, asked]).toEqual([name, plain]);
      asked = [];
      await send(row, { path: `${barePathOf(row)}?${name}=${encodeURIComponent('{"$gt":""}')}` });
      for (const request of asked) expect(JSON.stringify(request)).not.toContain('{"$gt"');
    }
  });
});
