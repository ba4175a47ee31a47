import { describe, expect, it } from '@jest/globals';
import { createClient } from './client.ts';

/** A client whose requests have these outcomes, and the requests that it has sent. */
function given(...outcomes: readonly (Response | Error)[]) {
  const sent: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const outcome = outcomes[sent.push(request) - 1];
    if (outcome instanceof Response) return Promise.resolve(outcome);
    throw outcome ?? new Error('There are more requests than outcomes.');
  };
  return { client: createClient({ baseUrl: 'http://api.example', fetch }), sent };
}

describe('a request whose types are not known', () => {
  it('is sent again with the same Idempotency-Key when no response arrives', async () => {
    const { client, sent } = given(new TypeError('reset'), Response.json({ id: 'ct_1' }));
    const body = { email: 'ada@example.com' };
    expect(await client.request('post', '/api/v1/contacts/', { body })).toEqual({ id: 'ct_1' });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
    expect(await sent[1]?.json()).toEqual(body);
  });

  it('keeps a query in its path, and sends a form as it is', async () => {
    const { client, sent } = given(new Response('Done.'));
    const body = new FormData();
    body.append('file', new Blob(['email']), 'file.csv');
    expect(await client.request('post', '/api/v1/imports/?tag=a+b&tag=c', { body })).toBe('Done.');
    expect(sent[0]?.url).toBe('http://api.example/api/v1/imports/?tag=a+b&tag=c');
    expect(await sent[0]?.text()).toContain('filename="file.csv"');
  });
});
