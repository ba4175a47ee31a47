import { describe, expect, it } from '@jest/globals';
import { apiKey, createClient, NetworkError, OutreachError, RedirectError } from '../src/index.ts';
import { json, refusal, reset, resetInBody, silence, startTestApi } from './test-api.ts';

const PATH = '/api/v1/contacts/{contact_id}/';
const CONTACT = { params: { path: { contact_id: 'ct_1' } } };
const credentials = apiKey('otk_test');

describe('a call', () => {
  it('sends the credential, the parameters and the body, and returns the body of the response', async () => {
    await using api = await startTestApi(json(201, { id: 'ct_1' }), json(200, { id: 'ct_1' }));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    expect(await client.post('/api/v1/contacts/', { body: { email: 'maria@example.com' } })).toEqual({
      id: 'ct_1',
    });
    expect(await client.get(PATH, { params: { path: { contact_id: 'a/b?c' } } })).toEqual({ id: 'ct_1' });
    expect(api.received).toMatchObject([
      { method: 'POST', url: '/api/v1/contacts/', body: '{"email":"maria@example.com"}' },
      { method: 'GET', url: '/api/v1/contacts/a%2Fb%3Fc/', body: '' },
    ]);
    expect(api.received.map(({ headers }) => headers.authorization)).toEqual(
      Array(2).fill('Bearer otk_test'),
    );
  });

  it('returns undefined for a response without a body, and text for another content type', async () => {
    await using api = await startTestApi(
      (res) => void res.writeHead(204).end(),
      (res) => void res.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end('id\n1\n'),
    );
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    const key = { params: { path: { key_id: 'key_1' } } };
    await expect(client.delete('/api/v1/api-keys/{key_id}/', key)).resolves.toBeUndefined();
    const path = { export_id: 'exp_1' };
    expect(await client.get('/api/v1/exports/{export_id}/download/', { params: { path } })).toBe('id\n1\n');
  });

  it('throws an error with the fields of the response', async () => {
    const error = { code: 'conflict', reason: 'in_use', message: 'In use.', field: 'email', errors: [] };
    await using api = await startTestApi(json(409, { error }, { 'x-request-id': 'req_1' }));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    const thrown = await client.get(PATH, CONTACT).catch((caught: unknown) => caught);
    expect(thrown).toBeInstanceOf(OutreachError);
    expect(thrown).toMatchObject({ ...error, status: 409, requestId: 'req_1', body: error });
    expect(api.received).toHaveLength(1);
  });

  it('throws unknown_error for an error page of another server', async () => {
    await using api = await startTestApi((res) => res.writeHead(418).end('<html>'));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    const thrown = client.get(PATH, CONTACT);
    await expect(thrown).rejects.toMatchObject({ status: 418, code: 'unknown_error', body: undefined });
  });

  it('does not follow a redirect', async () => {
    await using other = await startTestApi(json(200, {}));
    await using api = await startTestApi((res) => res.writeHead(302, { location: other.baseUrl }).end());
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    await expect(client.get(PATH, CONTACT)).rejects.toBeInstanceOf(RedirectError);
    expect([api.received.length, other.received.length]).toEqual([1, 0]);
  });

  it.each(['', '.', '..'])('refuses %j as an id, which is the path of another operation', async (id) => {
    await using api = await startTestApi(json(200, {}));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    const call = client.delete(PATH, { params: { path: { contact_id: id } }, body: {} });
    await expect(call).rejects.toThrow('contact_id of /api/v1/contacts/{contact_id}/ is not an id.');
    expect(api.received).toEqual([]);
  });
});

describe('retries', () => {
  it('repeat a POST after a lost connection with the same Idempotency-Key', async () => {
    await using api = await startTestApi(reset, resetInBody, json(201, { id: 'ct_1' }));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    expect(await client.post('/api/v1/contacts/', { body: { email: 'm@example.com' } })).toEqual({
      id: 'ct_1',
    });
    const keys = api.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(api.received.map(({ body }) => body))).toEqual(new Set(['{"email":"m@example.com"}']));
    await client.post('/api/v1/contacts/', { body: { email: 'm@example.com' } });
    expect(api.received.at(-1)?.headers['idempotency-key']).not.toBe(keys[0]);
  });

  it('end with the third failed attempt', async () => {
    await using api = await startTestApi(refusal(503, 'internal_error'));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    await expect(client.get(PATH, CONTACT)).rejects.toMatchObject({ status: 503, code: 'internal_error' });
    expect(api.received).toHaveLength(3);
  });

  it('do not follow an error of the request', async () => {
    await using api = await startTestApi(refusal(422, 'suppressed'));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    await expect(client.get(PATH, CONTACT)).rejects.toMatchObject({ code: 'suppressed' });
    expect(api.received).toHaveLength(1);
  });

  it('follow an attempt that is over its time limit', async () => {
    await using api = await startTestApi(silence, json(200, { id: 'ct_1' }));
    const client = createClient({ baseUrl: api.baseUrl, credentials, timeoutMs: 50 });
    expect(await client.get(PATH, CONTACT)).toEqual({ id: 'ct_1' });
  });

  it('throw NetworkError when no attempt gets a response', async () => {
    await using api = await startTestApi(silence);
    const client = createClient({ baseUrl: api.baseUrl, credentials, retries: { attempts: 2 } });
    const thrown = client.get(PATH, { ...CONTACT, timeoutMs: 20 });
    await expect(thrown).rejects.toBeInstanceOf(NetworkError);
    expect(api.received).toHaveLength(2);
  });

  it('end when the caller ends the call, also during a wait', async () => {
    await using api = await startTestApi(refusal(429, 'rate_limited', { 'retry-after': '60' }));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    const controller = new AbortController();
    const call = client.get(PATH, { ...CONTACT, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('ended by the test')), 100);
    await expect(call).rejects.toThrow('ended by the test');
    expect(api.received).toHaveLength(1);
  });
});

describe('lists', () => {
  const page = (ids: string[], next: string | null) =>
    json(200, { data: ids.map((id) => ({ id })), meta: { next_cursor: next, has_more: next !== null } });

  it('return every item of all pages, with the same parameters', async () => {
    await using api = await startTestApi(page(['a', 'b'], 'c1'), page([], 'c2'), page(['c'], null));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    const ids: string[] = [];
    const query = { tag: ['x', 'y'], page_size: 2 };
    for await (const { id } of client.list('/api/v1/contacts/', { params: { query } })) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c']);
    const path = '/api/v1/contacts/?tag=x&tag=y&page_size=2';
    expect(api.received.map(({ url }) => url)).toEqual([path, `${path}&cursor=c1`, `${path}&cursor=c2`]);
  });

  it('continue a search with the cursor in its body', async () => {
    await using api = await startTestApi(page(['a'], 'c1'), page(['b'], null));
    const client = createClient({ baseUrl: api.baseUrl, credentials });
    const pages: string[][] = [];
    for await (const { data } of client.pages('/api/v1/contacts/search/', { body: { page_size: 1 } })) {
      pages.push(data.map(({ id }) => id));
    }
    expect(pages).toEqual([['a'], ['b']]);
    expect(api.received.map(({ body }) => JSON.parse(body))).toEqual([
      { page_size: 1 },
      { page_size: 1, cursor: 'c1' },
    ]);
  });
});
