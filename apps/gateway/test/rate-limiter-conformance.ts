import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { retryAfterSeconds } from '../src/rate-limits/headers.ts';
import type { LimitUse, RateLimiter } from '../src/rate-limits/rate-limiter.ts';

const WINDOW_MS = 60_000;
export const EPOCH_MS = 1_700_000_000_000;

/** An empty store with the clock `EPOCH_MS + time.ms`. */
export interface Subject {
  readonly limiter: RateLimiter;
  readonly time: { ms: number };
}

export interface ConformanceOptions {
  readonly create: () => Promise<Subject>;
  readonly numRuns: number;
}

export const use = (limit: number, name = 'credential', key = 'key_1'): LimitUse => ({
  partition: 'ws_1',
  name,
  key,
  limit,
});

/** The definition: accepted requests in (t − 60 s, t]. */
class BruteForce {
  readonly accepted = new Map<string, number[]>();

  used(name: string, atMs: number): number {
    return this.at(name).filter((moment) => moment > atMs - WINDOW_MS && moment <= atMs).length;
  }

  admit(uses: readonly LimitUse[], atMs: number): boolean {
    const ok = uses.every((one) => this.used(one.name, atMs) < one.limit);
    if (ok) for (const { name } of uses) this.accepted.set(name, [...this.at(name), atMs]);
    return ok;
  }

  release(uses: readonly LimitUse[], moment: number): void {
    for (const { name } of uses) {
      const moments = [...this.at(name)];
      moments.splice(moments.lastIndexOf(moment), 1);
      this.accepted.set(name, moments);
    }
  }

  at(name: string): readonly number[] {
    return this.accepted.get(name) ?? [];
  }
}

const LIMITS = [use(3, 'a'), use(20, 'b'), use(40, 'c')];
const STEPS = fc.array(
  fc.record({
    // Steps to the edge of the window are as likely as others.
    waitMs: fc.oneof(
      fc.constantFrom(0, 1, 20_000, 59_999, 60_000, 60_001),
      fc.integer({ min: 0, max: 30_000 }),
    ),
    picked: fc.subarray(LIMITS, { minLength: 1 }),
    action: fc.constantFrom('admit', 'admit', 'admit', 'peek', 'release', 'release late'),
  }),
  { maxLength: 120 },
);
type Step = typeof STEPS extends fc.Arbitrary<(infer One)[]> ? One : never;

interface Admission {
  readonly picked: readonly LimitUse[];
  readonly atMs: number;
  readonly release: () => Promise<void>;
}

/** Runs the steps against a store and against the definition. */
async function play({ limiter, time }: Subject, steps: readonly Step[]): Promise<void> {
  const model = new BruteForce();
  const kept: Admission[] = [];
  const release = async (admission: Admission | undefined): Promise<void> => {
    if (admission === undefined) return;
    await admission.release();
    model.release(admission.picked, admission.atMs);
  };
  for (const { waitMs, picked, action } of steps) {
    time.ms += waitMs;
    if (action === 'peek') {
      const { limits } = await limiter.peek(picked);
      expect(limits.map(({ used }) => used)).toEqual(picked.map(({ name }) => model.used(name, time.ms)));
      continue;
    }
    const decision = await limiter.admit(picked);
    expect(decision.ok).toBe(model.admit(picked, time.ms));
    const atMs = time.ms;
    if (decision.ok) kept.push({ picked, atMs, release: async () => limiter.release(picked, decision) });
    if (decision.ok && action === 'release') await release(kept.pop());
    if (action === 'release late') await release(kept.shift());
  }
}

/** The conformance suite of the rate limit stores. */
export function describeRateLimiter(name: string, { create, numRuns }: ConformanceOptions): void {
  describe(`the sliding window of ${name}`, () => {
    let limiter: RateLimiter;
    let time: { ms: number };
    beforeEach(async () => {
      ({ limiter, time } = await create());
    });

    it('matches the definition for every sequence of admissions, peeks and releases', async () => {
      await fc.assert(
        fc.asyncProperty(STEPS, async (steps) => play(await create(), steps)),
        { numRuns },
      );
    });

    it('admits again exactly 60.000 s after the oldest request, and not earlier', async () => {
      expect((await limiter.admit([use(1)])).ok).toBe(true);
      time.ms = 59_999;
      expect((await limiter.admit([use(1)])).ok).toBe(false);
      time.ms = 60_000;
      expect((await limiter.admit([use(1)])).ok).toBe(true);
    });

    it('counts in no limit when one limit refuses', async () => {
      await limiter.admit([use(1, 'write')]);
      expect((await limiter.admit([use(5), use(1, 'write')])).ok).toBe(false);
      expect((await limiter.peek([use(5)])).binding.used).toBe(0);
    });

    it('admits exactly the limit of many concurrent requests, also with several limits', async () => {
      const uses = [use(300), use(900, 'workspace', 'ws_1')];
      const decisions = await Promise.all(Array.from({ length: 1_000 }, async () => limiter.admit(uses)));
      expect(decisions.filter(({ ok }) => ok)).toHaveLength(300);
      expect((await limiter.peek(uses)).limits.map(({ used }) => used)).toEqual([300, 300]);
    });

    it('releases an admission, and nothing after it has left the window', async () => {
      const first = await limiter.admit([use(2)]);
      time.ms = 10;
      await limiter.admit([use(2)]);
      await limiter.release([use(2)], first);
      expect((await limiter.peek([use(2)])).binding).toMatchObject({ used: 1, remaining: 1 });
      time.ms = 60_005;
      await limiter.release([use(2)], first);
      expect((await limiter.peek([use(2)])).binding.used).toBe(1);
    });

    it('admits a client that waits for Retry-After', async () => {
      const waits = fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 5, maxLength: 40 });
      const waitAndAsk = async (steps: readonly number[]): Promise<void> => {
        const subject = await create();
        const uses = [use(5), use(7, 'workspace')];
        for (const waitMs of steps) {
          subject.time.ms += waitMs;
          const decision = await subject.limiter.admit(uses);
          if (decision.ok) continue;
          subject.time.ms += retryAfterSeconds(decision) * 1000;
          expect((await subject.limiter.admit(uses)).ok).toBe(true);
        }
      };
      await fc.assert(fc.asyncProperty(waits, waitAndAsk), { numRuns: Math.min(numRuns, 100) });
    });

    it('keeps counting when a limit is lowered below its usage, and when it is raised', async () => {
      for (let count = 0; count < 10; count += 1) {
        await limiter.admit([use(10)]);
        time.ms += 1_000;
      }
      const refused = await limiter.admit([use(4)]);
      expect(refused.ok).toBe(false);
      expect((await limiter.admit([use(12)])).binding.used).toBe(11);
      time.ms += retryAfterSeconds(refused) * 1000;
      expect((await limiter.peek([use(5)])).ok).toBe(true);
    });

    it('resets when quota becomes free, and in 60 s when no request is accepted yet', async () => {
      const atSecond = Math.ceil((EPOCH_MS + WINDOW_MS) / 1000);
      expect((await limiter.peek([use(3)])).binding.reset).toBe(atSecond);
      await limiter.admit([use(3)]);
      time.ms = 1_500;
      expect((await limiter.admit([use(3)])).binding.reset).toBe(atSecond);
    });
  });
}
