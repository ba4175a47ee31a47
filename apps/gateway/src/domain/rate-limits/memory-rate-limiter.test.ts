import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { writeRateHeaders, retryAfterSeconds } from './headers.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import type { LimitUse } from './rate-limiter.ts';

const WINDOW_MS = 60_000;
const EPOCH_MS = 1_700_000_000_000;

function limiterAt(startMs = 0, failureRingCountMax = 1_000) {
  const time = { ms: startMs };
  const clocks = { now: () => EPOCH_MS + time.ms, monotonic: () => time.ms };
  return { time, limiter: createMemoryRateLimiter({ clocks, failureRingCountMax }) };
}

const use = (limit: number, name = 'credential', key = 'key_1'): LimitUse => ({ name, key, limit });

/** The definition itself: accepted moments in (t − 60 s, t]. */
class BruteForce {
  readonly accepted = new Map<string, number[]>();

  used(name: string, atMs: number): number {
    return (this.accepted.get(name) ?? []).filter((moment) => moment > atMs - WINDOW_MS && moment <= atMs)
      .length;
  }

  admit(uses: readonly LimitUse[], atMs: number): boolean {
    const ok = uses.every((one) => this.used(one.name, atMs) < one.limit);
    if (ok) for (const { name } of uses) this.accepted.set(name, [...(this.accepted.get(name) ?? []), atMs]);
    return ok;
  }

  release(uses: readonly LimitUse[], moment: number): void {
    for (const { name } of uses) {
      const moments = [...(this.accepted.get(name) ?? [])];
      const at = moments.indexOf(moment);
      if (at !== -1) moments.splice(at, 1);
      this.accepted.set(name, moments);
    }
  }
}

describe('the sliding window', () => {
  it('agrees with the definition for every sequence of admissions, looks and releases', () => {
    const uses = [use(3, 'a'), use(20, 'b'), use(40, 'c')];
    const step = fc.record({
      // Steps that land on the edge of the window are as likely as any other.
      waitMs: fc.oneof(
        fc.constantFrom(0, 1, 20_000, 59_999, 60_000, 60_001),
        fc.integer({ min: 0, max: 30_000 }),
      ),
      picked: fc.subarray(uses, { minLength: 1 }),
      action: fc.constantFrom('admit', 'admit', 'admit', 'peek', 'release'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const { time, limiter } = limiterAt();
        const model = new BruteForce();
        for (const { waitMs, picked, action } of steps) {
          time.ms += waitMs;
          if (action === 'peek') {
            const { limits } = limiter.peek(picked);
            expect(limits.map(({ used }) => used)).toEqual(
              picked.map(({ name }) => model.used(name, time.ms)),
            );
            continue;
          }
          const decision = limiter.admit(picked);
          expect(decision.ok).toBe(model.admit(picked, time.ms));
          if (decision.ok && action === 'release') {
            limiter.release(picked, decision);
            model.release(picked, decision.moment);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('admits again exactly 60.000 s after the oldest, and not a millisecond sooner', () => {
    const { time, limiter } = limiterAt();
    expect(limiter.admit([use(1)]).ok).toBe(true);
    time.ms = 59_999;
    expect(limiter.admit([use(1)]).ok).toBe(false);
    time.ms = 60_000;
    expect(limiter.admit([use(1)]).ok).toBe(true);
  });

  it('consumes nothing anywhere when one limit refuses', () => {
    const { limiter } = limiterAt();
    limiter.admit([use(1, 'write')]);
    expect(limiter.admit([use(5), use(1, 'write')]).ok).toBe(false);
    expect(limiter.peek([use(5)]).binding.used).toBe(0);
  });

  it('admits whoever waits for Retry-After', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 5, maxLength: 40 }), (waits) => {
        const { time, limiter } = limiterAt();
        const uses = [use(5), use(7, 'workspace')];
        for (const waitMs of waits) {
          time.ms += waitMs;
          const decision = limiter.admit(uses);
          if (decision.ok) continue;
          time.ms += retryAfterSeconds(decision) * 1000;
          expect(limiter.admit(uses).ok).toBe(true);
        }
      }),
    );
  });

  it('keeps working when a limit is lowered below what was used', () => {
    const { time, limiter } = limiterAt();
    for (let count = 0; count < 10; count += 1) {
      limiter.admit([use(10)]);
      time.ms += 1_000;
    }
    const refused = limiter.admit([use(4)]);
    expect(refused.ok).toBe(false);
    time.ms += retryAfterSeconds(refused) * 1000;
    expect(limiter.admit([use(4)]).ok).toBe(true);
  });

  it('names the most constrained limit: least remaining, then latest reset, then smallest', () => {
    const { time, limiter } = limiterAt();
    limiter.admit([use(3, 'old')]);
    time.ms = 5_000;
    limiter.admit([use(3, 'new')]);
    expect(limiter.peek([use(3, 'old'), use(3, 'new'), use(9, 'free')]).binding.name).toBe('new');
    expect(limiter.peek([use(2, 'one', 'x'), use(2, 'two', 'x')]).binding.name).toBe('one');
    expect(limiter.peek([use(1, 'small', 'x'), use(3, 'old')]).binding.name).toBe('small');
  });

  it('tells reset as the first moment at which quota grows, and now + 60 when nothing was accepted', () => {
    const { time, limiter } = limiterAt();
    expect(limiter.peek([use(3)]).binding.reset).toBe(Math.ceil((EPOCH_MS + WINDOW_MS) / 1000));
    limiter.admit([use(3)]);
    time.ms = 1_500;
    expect(limiter.admit([use(3)]).binding.reset).toBe(Math.ceil((EPOCH_MS + WINDOW_MS) / 1000));
  });

  it('forgets idle rings, and never holds more than its bound', () => {
    const { time, limiter } = limiterAt(0, 100);
    for (let count = 0; count < 500; count += 1) limiter.admit([use(5, 'address', String(count))]);
    expect(limiter.ringCount).toBeLessThanOrEqual(100);
    time.ms = 120_000;
    for (let count = 0; count < 200; count += 1) limiter.admit([use(1_000)]);
    expect(limiter.ringCount).toBe(1);
  });

  it('writes the five headers from the decision', () => {
    const { limiter } = limiterAt();
    const headers: Record<string, string> = {};
    writeRateHeaders(limiter.admit([use(600), use(300, 'write')]), headers);
    expect(headers).toEqual({
      'X-RateLimit-Limit': '300',
      'X-RateLimit-Remaining': '299',
      'X-RateLimit-Reset': String(EPOCH_MS / 1000 + 60),
      'RateLimit-Policy': '"credential";q=600;w=60, "write";q=300;w=60',
      RateLimit: '"credential";r=599;t=60, "write";r=299;t=60',
    });
  });
});
