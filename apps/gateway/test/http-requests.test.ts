import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from './gateway-harness.ts';
import { rawBody, rawExchange } from './raw-exchange.ts';

const CONTACTS = '/api/v1/contacts/';

let gateway: Gateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({
    env: { CORS_ORIGINS: 'https://app.example.com', TRUSTED_PROXIES: '127.0.0.0/8' },
  });
  key = gateway.key('requests');
});
afterAll(async () => gateway.stop());

const raw = async (text: string) => rawExchange(gateway.baseUrl, text);

function post(body: string, headers: Record<string, string> = {}): Promise<Response> {
  const all = { 'content-type': 'application/json', ...headers };
  return gateway.call(CONTACTS, { method: 'POST', credential: key, headers: all, body });
}

async function fieldOf(response: Response): Promise<unknown> {
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as { error: { code: string; field?: string } };
  expect(error.code).toBe('validation_error');
  return error.field;
}

describe('malformed requests', () => {
  it.each([
    ['noise', 'NOISE\r\n\r\n', '400'],
    ['a bad header', `GET ${CONTACTS} HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n`, '400'],
    [
      'two lengths',
      `POST ${CONTACTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      '400',
    ],
    [
      'headers beyond 16 KiB',
      `GET ${CONTACTS} HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      '431',
    ],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', '400'],
  ])('get the common error shape, for example with %s', async (_name, text, status) => {
    const answer = await raw(text);
    expect(answer.split(' ')[1]).toBe(status);
    expect(rawBody(answer)).toEqual({ error: { code: 'validation_error', message: expect.any(String) } });
  });

  it('are refused with 400 if the header Host is missing', async () => {
    expect(await raw(`GET ${CONTACTS} HTTP/1.1\r\nConnection: close\r\n\r\n`)).toContain('HTTP/1.1 400');
  });
});

describe('JSON bodies', () => {
  it.each([
    ['{"email":"a@b.example","title":"\\u0000"}', 'title'],
    ['{"email":"a@b.example","tags":["ok","\\ud800"]}', 'tags[1]'],
    ['{"email":"a@b.example","custom_fields":{"plan":"\\udc00"}}', 'custom_fields.plan'],
    ['{"email":"a@b.example","company":{"employee_count":1e999}}', 'company.employee_count'],
    ['{"email":"a@b.example","tags":null}', 'tags'],
    ['{"email":"a@b.example","company":null}', 'company'],
    ['{"email":"a@b.example","title":{"$ne":1}}', 'title'],
    ['{"email":null}', 'email'],
    ['{}', 'email'],
  ])('are refused with 400 and the field, for example %s', async (body, field) => {
    expect(await fieldOf(await post(body))).toBe(field);
  });

  it('are an empty object when the body is empty', async () => {
    const response = await gateway.call(CONTACTS, { method: 'POST', credential: key });
    expect(await fieldOf(response)).toBe('email');
  });

  it('have at most 32 levels', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const body = (depth: number) => `{"email":"a@b.example","unknown":${nested(depth - 1)}}`;
    expect((await post(body(32))).status).toBe(201);
    expect((await post(body(33))).status).toBe(400);
    expect((await post(`{"a":${'['.repeat(400_000)}`)).status).toBe(400);
  });

  it('are UTF-8', async () => {
    const response = await gateway.call(CONTACTS, {
      method: 'POST',
      credential: key,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(response.status).toBe(400);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'are accepted for the Content-Type %s',
    async (type) => {
      expect((await post('{"email":"a@b.example"}', { 'content-type': type })).status).toBe(201);
    },
  );

  it.each(['', 'text/json', 'application/json; charset=latin1', 'application/x-www-form-urlencoded'])(
    'are refused with 415 for the Content-Type %p',
    async (type) => {
      expect((await post('{"email":"a@b.example"}', { 'content-type': type })).status).toBe(415);
    },
  );

  it('are refused with 413 over the size limit, also in chunks', async () => {
    const chunk = Buffer.alloc(65_536, 0x20);
    const body = new ReadableStream({
      start: (controller) => {
        for (let count = 0; count < 17; count += 1) controller.enqueue(chunk);
        controller.close();
      },
    });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const init = { method: 'POST', headers, body, duplex: 'half' } as const;
    expect((await fetch(`${gateway.baseUrl}${CONTACTS}`, init)).status).toBe(413);
  });

  it('are requested with 100 Continue only after the earlier checks', async () => {
    const head = `POST ${CONTACTS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 24\r\nExpect: 100-continue\r\n`;
    expect(await raw(`${head}\r\n`)).not.toContain('100 Continue');
    const answer = await raw(`${head}Authorization: Bearer ${key}\r\n\r\n{"email":"a@b.example"} `);
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201/);
  });
});

describe('uploads', () => {
  it.each(['', 'xboundary=a', `boundary=${'b'.repeat(300)}`])(
    'are refused with 415 for the Content-Type multipart/form-data; %s',
    async (parameter) => {
      const response = await gateway.call('/api/v1/imports/', {
        method: 'POST',
        credential: key,
        headers: { 'content-type': `multipart/form-data; ${parameter}` },
        body: Buffer.from('--a\r\n'),
      });
      expect(response.status).toBe(415);
    },
  );
});

describe('queries', () => {
  it.each([
    ['page_size=0', 'page_size'],
    ['page_size=501', 'page_size'],
    ['page_size=1.5', 'page_size'],
    ['page_size=1&page_size=2', 'page_size'],
    ['sort=sideways', 'sort'],
    [`cursor=${'c'.repeat(5_000)}`, 'cursor'],
    ['cursor=%00', 'cursor'],
  ])('are refused with 400 and the field, for example %s', async (query, field) => {
    expect(await fieldOf(await gateway.call(`${CONTACTS}?${query}`, { credential: key }))).toBe(field);
  });

  it('may have unknown parameters, which are ignored, and empty parameters, which count as absent', async () => {
    const path = `${CONTACTS}?page_size=&cursor=&utm=1&utm=2&sort=`;
    expect((await gateway.call(path, { credential: key })).status).toBe(200);
  });
});

describe('paths', () => {
  it.each([
    '/api/v1/contacts',
    '/API/V1/contacts/',
    '//api/v1/contacts/',
    '/api/v1/contacts//',
    '/',
    '/docs/',
    '/healthz/',
  ])('are answered with 404 and no redirect if they are unknown, for example %s', async (path) => {
    const response = await gateway.call(path, { credential: key, redirect: 'manual' });
    expect(response.status).toBe(404);
    expect(((await response.json()) as { error: { code: string } }).error.code).toBe('not_found');
  });

  it('match a literal segment before an id', async () => {
    const response = await gateway.call('/api/v1/webhooks/event-types/', { credential: key });
    expect(((await response.json()) as { data: { event_type: string }[] }).data[0]?.event_type).toBe(
      'contact.created',
    );
  });
});

describe('X-Request-Id', () => {
  it.each([
    ['kept', 'a.B-9_x', 'a.B-9_x'],
    ['replaced when malformed', 'with space', expect.not.stringContaining(' ')],
    ['replaced when too long', 'a'.repeat(129), expect.not.stringContaining('aaa')],
  ])('is %s', async (_name, given, expected) => {
    const response = await gateway.call('/healthz', { headers: { 'x-request-id': given } });
    expect(response.headers.get('x-request-id')).toEqual(expected);
  });
});

describe('Idempotency-Key', () => {
  it('marks a repeated response', async () => {
    const response = await post('{"email":"a@b.example"}', { 'idempotency-key': '"abc"' });
    expect(response.headers.get('idempotent-replayed')).toBe('true');
    expect((await post('{"email":"a@b.example"}')).headers.get('idempotent-replayed')).toBeNull();
  });

  it.each(['', '""', 'with space', 'ü', 'k'.repeat(256)])(
    'is refused with 400 for the value %p',
    async (value) => {
      expect(await fieldOf(await post('{"email":"a@b.example"}', { 'idempotency-key': value }))).toBe(
        'Idempotency-Key',
      );
    },
  );
});

describe('browsers', () => {
  it('may read responses on pages of the configured origins only', async () => {
    const allowed = await gateway.call('/healthz', { headers: { origin: 'https://app.example.com' } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    const other = await gateway.call('/healthz', { headers: { origin: 'https://evil.example.com' } });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('get a reference page that loads nothing from other servers', async () => {
    const page = await gateway.call('/docs');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).not.toMatch(/https?:\/\//);
  });
});

describe('the client address', () => {
  it('comes from X-Forwarded-For behind a trusted proxy, so that two clients have two counters', async () => {
    const remaining = async (address: string) => {
      const response = await gateway.call(CONTACTS, { headers: { 'x-forwarded-for': address } });
      return response.headers.get('x-ratelimit-remaining');
    };
    expect([
      await remaining('203.0.113.1'),
      await remaining('203.0.113.1'),
      await remaining('203.0.113.2'),
    ]).toEqual(['599', '598', '599']);
    expect([
      await remaining('2001:db8:0:1::1'),
      await remaining('2001:db8:0:ff::2'),
      await remaining('2001:db8:0:100::1'),
    ]).toEqual(['599', '598', '599']);
  });
});
