import { describe, expect, it } from '@jest/globals';
import { retryDelayMs } from './retries.ts';

const reply = (status: number, retryAfter?: string) =>
  new Response(null, { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });
const half = () => 0.5;

describe('retryDelayMs', () => {
  it.each([400, 401, 403, 404, 409, 422, 200])('does not repeat status %i', (status) => {
    expect(retryDelayMs(reply(status), 1, half)).toBeUndefined();
  });

  it('waits exactly Retry-After after 429, and not at all if that is too long', () => {
    expect(retryDelayMs(reply(429, '12'), 1, half)).toBe(12_000);
    expect(retryDelayMs(reply(429, '3600'), 1, half)).toBeUndefined();
    expect(retryDelayMs(reply(429), 1, half)).toBe(250);
  });

  it('waits a random part of a time that doubles, up to 8 s, after 5xx and lost connections', () => {
    expect([1, 2, 3, 9].map((attempt) => retryDelayMs(reply(500), attempt, half))).toEqual([
      250, 500, 1000, 4000,
    ]);
    expect(retryDelayMs(undefined, 2, () => 0)).toBe(0);
    expect(retryDelayMs(reply(503, '1'), 1, half)).toBe(1250);
  });

  it('repeats a POST whose first attempt still runs', () => {
    expect(retryDelayMs(reply(409, '1'), 1, half)).toBe(1250);
  });
});
