import { describe, expect, it } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { readJsonBody } from './read-body.ts';

function request(
  headers: Record<string, string>,
  chunks: readonly string[],
  isComplete = true,
): IncomingMessage {
  const req = new IncomingMessage(new Socket());
  Object.assign(req.headers, { 'content-type': 'application/json', ...headers });
  for (const chunk of chunks) req.push(Buffer.from(chunk));
  if (isComplete) req.push(null);
  return req;
}

const chunked = { 'transfer-encoding': 'chunked' };

describe('readJsonBody', () => {
  it('joins chunks', async () => {
    const body = await readJsonBody(request(chunked, ['{"a"', ':1}']), { bytesMax: 100 });
    expect(body.toString()).toBe('{"a":1}');
  });

  it('refuses a declared length over the limit at once, and a chunked body when it exceeds the limit', async () => {
    const declared = readJsonBody(request({ 'content-length': '101' }, [], false), { bytesMax: 100 });
    await expect(declared).rejects.toMatchObject({ refusal: 'body_too_large' });
    const hidden = readJsonBody(request(chunked, ['x'.repeat(101)], false), { bytesMax: 100 });
    await expect(hidden).rejects.toMatchObject({ refusal: 'body_too_large' });
  });

  it('refuses a body that arrives too slowly, and closes the connection', async () => {
    const slow = readJsonBody(request(chunked, ['{'], false), { bytesMax: 100, timeoutMs: 20 });
    await expect(slow).rejects.toMatchObject({ refusal: 'too_slow', headers: { Connection: 'close' } });
  });

  it('fails when the client disconnects', async () => {
    const req = request(chunked, ['{'], false);
    const broken = readJsonBody(req, { bytesMax: 100 });
    req.destroy();
    await expect(broken).rejects.toMatchObject({ refusal: 'unreadable' });
  });

  it('requires no Content-Type without a body', async () => {
    const empty = await readJsonBody(request({ ...chunked, 'content-type': 'text/plain' }, []), {
      bytesMax: 100,
    });
    expect(empty.length).toBe(0);
  });
});
