import { describe, expect, it } from '@jest/globals';
import { NetworkError } from './errors.ts';
import { createTransport, type Attempt, type Exchange } from './transport.ts';

const TIMEOUT_MS = 1_000;
const tokens = {
  logIn: async () => ({ access: 'access', refresh: 'refresh' }),
  refresh: async () => ({ access: 'access', refresh: 'refresh' }),
};

/** Sends one exchange whose attempts have these outcomes; the clock records the waits. */
async function send(outcomes: readonly (Response | Error)[], changes: Partial<Exchange> = {}) {
  const waitsMs: number[] = [];
  const attempts: Attempt[] = [];
  const transport = createTransport({
    credentials: undefined,
    tokens,
    attemptCountMax: 3,
    signal: undefined,
    clock: { random: () => 0.5, sleep: async (ms) => void waitsMs.push(ms) },
  });
  const attempt = async (one: Attempt): Promise<Response> => {
    const outcome = outcomes[attempts.push(one) - 1];
    if (outcome instanceof Response) return outcome;
    throw outcome ?? new Error('There are more attempts than outcomes.');
  };
  const exchange = { attempt, timeoutMs: TIMEOUT_MS, isTokenCall: false, isStreamed: false, ...changes };
  const result = await transport.send(exchange).catch((error: unknown) => error);
  return { result, waitsMs, attempts };
}

const reply = (status: number, retryAfter?: string) =>
  new Response('{}', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });

describe('a transport', () => {
  it('waits Retry-After after 429, and backs off after a lost connection', async () => {
    const { result, waitsMs } = await send([reply(429, '7'), new TypeError('reset'), reply(200)]);
    expect(result).toMatchObject({ status: 200 });
    expect(waitsMs).toEqual([7_000, 500]);
  });

  it('makes three attempts in all', async () => {
    const failed = await send([reply(500), reply(502), reply(503)]);
    expect(failed.result).toMatchObject({ status: 503 });
    expect(failed.waitsMs).toEqual([250, 500]);
    const lost = await send([new TypeError('1'), new TypeError('2'), new TypeError('3')]);
    expect(lost.result).toBeInstanceOf(NetworkError);
    expect(lost.result).toMatchObject({ cause: { message: '3' } });
  });

  it('repeats a call on tokens only after 429', async () => {
    const isTokenCall = true;
    expect((await send([reply(429, '1'), reply(200)], { isTokenCall })).waitsMs).toEqual([1_000]);
    expect((await send([reply(503)], { isTokenCall })).result).toMatchObject({ status: 503 });
    expect((await send([new TypeError('reset')], { isTokenCall })).result).toBeInstanceOf(NetworkError);
  });

  it('leaves the body of a streamed response to the caller, and ends it with the signal', async () => {
    const controller = new AbortController();
    const streamed = reply(200);
    const { result, attempts } = await send([streamed], { isStreamed: true, signal: controller.signal });
    expect(result).toBe(streamed);
    expect(streamed.bodyUsed).toBe(false);
    controller.abort();
    expect(attempts[0]?.signal.aborted).toBe(true);
  });

  it('throws the reason of a signal that was aborted before the call', async () => {
    const reason = new Error('ended by the test');
    const { result, attempts } = await send([], { signal: AbortSignal.abort(reason) });
    expect(result).toBe(reason);
    expect(attempts).toEqual([]);
  });
});
