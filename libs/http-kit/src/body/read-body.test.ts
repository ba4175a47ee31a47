import { describe, expect, it } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

  it('keeps a body of 1 MiB in chunks of one byte in at most twice its size', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const heldBytes = async (): Promise<number> => {
      // Memory of buffers is freed after the collection.
      for (let round = 0; round < 3; round += 1) {
        collectGarbage();
        await setImmediate();
      }
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const bytesMax = 1_048_576;
    const readBytes = async (bytes: number): Promise<{ readonly held: number; readonly length: number }> => {
      const req = request(chunked, [], false);
      const before = await heldBytes();
      const reading = readJsonBody(req, { bytesMax });
      for (let count = 0; count < bytes; count += 1) {
        req.push(Buffer.of(0x20));
        // A socket has some chunks at a time.
        if (count % 256 === 0) await setImmediate();
      }
      const held = (await heldBytes()) - before;
      req.push(null);
      return { held, length: (await reading).length };
    };
    // The first body also pays for compiled code.
    await readBytes(bytesMax / 16);
    const { held, length } = await readBytes(bytesMax);
    expect(held).toBeLessThan(2 * bytesMax);
    expect(length).toBe(bytesMax);
  });

  it.each([' ', ';', '; ', ';charset="utf-8" '])(
    'refuses a long Content-Type in linear time: repeated %p',
    async (unit) => {
      const type = `application/json${unit.repeat(50_000)}x`;
      const before = process.cpuUsage();
      const body = readJsonBody(request({ 'content-length': '1', 'content-type': type }, ['1']), {
        bytesMax: 100,
      });
      await expect(body).rejects.toMatchObject({ refusal: 'wrong_media_type' });
      expect(process.cpuUsage(before).user).toBeLessThan(500_000);
    },
  );

  it('requires no Content-Type without a body', async () => {
    const empty = await readJsonBody(request({ ...chunked, 'content-type': 'text/plain' }, []), {
      bytesMax: 100,
    });
    expect(empty.length).toBe(0);
  });
});
