import { describe, expect, it } from '@jest/globals';
import { EndpointBreakers } from './endpoint-breakers.ts';

const ID = 'whk_1';
const HANG = { hasResponse: false, tookMs: 30_000 };
const RESPONSE = { hasResponse: true, tookMs: 30_000 };

function hung(count: number, nowMs = 0): EndpointBreakers {
  const breakers = new EndpointBreakers();
  for (let n = 0; n < count; n += 1) breakers.record(ID, { ...HANG, nowMs });
  return breakers;
}

describe('EndpointBreakers', () => {
  it('opens after eight exchanges in a row that hang, for ten seconds', () => {
    const breakers = hung(7);
    expect(breakers.slotsOf(ID, 0)).toBe(Infinity);
    expect(breakers.record(ID, { ...HANG, nowMs: 0 })).toBe(true);
    expect([breakers.slotsOf(ID, 9_999), breakers.openUntil(ID, 9_999)]).toEqual([0, 10_000]);
    expect(breakers.slotsOf('whk_2', 0)).toBe(Infinity);
  });

  it('allows one probe after the pause, and doubles the pause with each probe that hangs, up to a minute', () => {
    const breakers = hung(8);
    const pauses: number[] = [];
    let nowMs = 10_000;
    for (let probe = 0; probe < 4; probe += 1) {
      expect([breakers.slotsOf(ID, nowMs), breakers.openUntil(ID, nowMs)]).toEqual([1, undefined]);
      breakers.record(ID, { ...HANG, nowMs });
      const untilMs = breakers.openUntil(ID, nowMs) ?? 0;
      pauses.push(untilMs - nowMs);
      nowMs = untilMs;
    }
    expect(pauses).toEqual([20_000, 40_000, 60_000, 60_000]);
  });

  it('closes with any response, and counts from the start', () => {
    const breakers = hung(8);
    breakers.record(ID, { ...RESPONSE, nowMs: 10_000 });
    expect(breakers.slotsOf(ID, 10_000)).toBe(Infinity);
    for (let n = 0; n < 7; n += 1) expect(breakers.record(ID, { ...HANG, nowMs: 10_000 })).toBe(false);
  });

  it('does not count failures that take no time, such as a refused connection', () => {
    const breakers = new EndpointBreakers();
    for (let n = 0; n < 100; n += 1) breakers.record(ID, { hasResponse: false, tookMs: 3, nowMs: 0 });
    expect(breakers.slotsOf(ID, 0)).toBe(Infinity);
  });

  it('does not count exchanges that end while it is open', () => {
    const breakers = hung(8);
    for (let n = 0; n < 7; n += 1) expect(breakers.record(ID, { ...HANG, nowMs: 5_000 })).toBe(false);
    expect(breakers.slotsOf(ID, 10_000)).toBe(1);
  });
});
