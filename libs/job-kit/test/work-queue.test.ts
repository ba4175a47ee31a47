import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Claim, WorkQueue } from '../src/index.ts';
import { LEASE_MS, startQueueHarness, type Item } from './queue-harness.ts';

const harness = await sharedByTests(startQueueHarness);

beforeEach(async () => harness.reset());

async function claimIds(queue: WorkQueue<Item>, max = 10): Promise<string[]> {
  return (await queue.claim({ max })).claims.map(({ id }) => id);
}

async function claimOne(queue: WorkQueue<Item>): Promise<Claim<Item>> {
  const [claim] = (await queue.claim({ max: 1 })).claims;
  if (claim === undefined) throw new Error('Nothing was due.');
  return claim;
}

describe('a work queue', () => {
  it('gives each due item to one of two concurrent workers', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `item-${index}`);
    await harness.add('ws_1', ids);
    const [one, two] = await Promise.all([claimIds(harness.queue(), 40), claimIds(harness.queue(), 40)]);
    expect([...one, ...two].sort()).toEqual([...ids].sort());
  });

  it('gives an item to another worker when the lease has ended, and not before', async () => {
    await harness.add('ws_1', ['a']);
    await claimOne(harness.queue());
    harness.clock.nowMs += LEASE_MS - 1;
    expect(await claimIds(harness.queue())).toEqual([]);
    harness.clock.nowMs += 1;
    expect(await claimOne(harness.queue())).toMatchObject({ id: 'a', attempt: 2 });
  });

  it('keeps an item for a worker that renews its lease', async () => {
    await harness.add('ws_1', ['a']);
    const queue = harness.queue();
    const claim = await claimOne(queue);
    harness.clock.nowMs += LEASE_MS - 1;
    expect(await queue.renew(claim)).toBe(true);
    harness.clock.nowMs += LEASE_MS - 1;
    expect(await claimIds(harness.queue())).toEqual([]);
  });

  it('ignores every write of a worker whose claim was lost', async () => {
    await harness.add('ws_1', ['a']);
    const queue = harness.queue();
    const late = await claimOne(queue);
    harness.clock.nowMs += LEASE_MS;
    const current = await claimOne(queue);
    const before = await harness.rows();
    expect(await queue.renew(late)).toBe(false);
    expect(await queue.complete(late)).toBe(false);
    expect(await queue.retryAt(late, new Date(0))).toBe(false);
    expect(await queue.finish(late, { note: 'late' })).toBe(false);
    expect(await queue.giveUp(late, 'late')).toBe(false);
    expect(await harness.rows()).toEqual(before);
    expect(await queue.complete(current)).toBe(true);
    expect(await harness.rows()).toEqual([]);
  });

  it('returns a retried item at its time and reports when that is', async () => {
    await harness.add('ws_1', ['a']);
    const queue = harness.queue();
    const claim = await claimOne(queue);
    const at = new Date(harness.clock.nowMs + 5_000);
    expect(await queue.retryAt(claim, at, { note: 'second try' })).toBe(true);
    expect(await queue.claim({ max: 1 })).toEqual({ claims: [], nextDueAt: at });
    harness.clock.nowMs += 5_000;
    expect(await claimOne(queue)).toMatchObject({ attempt: 2, row: { note: 'second try' } });
  });

  it('never returns a finished item or one that was given up', async () => {
    await harness.add('ws_1', ['a', 'b']);
    const queue = harness.queue();
    await queue.finish(await claimOne(queue), { note: 'done' });
    await queue.giveUp(await claimOne(queue), 'it cannot be handled');
    harness.clock.nowMs += 10 * LEASE_MS;
    expect(await claimIds(queue)).toEqual([]);
    expect((await harness.rows()).map(({ note, failure_reason }) => note ?? failure_reason).sort()).toEqual([
      'done',
      'it cannot be handled',
    ]);
  });

  it('claims in turn over the workspaces, also when one of them has thousands of older items', async () => {
    await harness.add(
      'ws_large',
      Array.from({ length: 3_000 }, (_, index) => `large-${index}`),
    );
    harness.clock.nowMs += 10;
    await harness.add('ws_small', ['small-1']);
    const ids = await claimIds(harness.queue(), 4);
    expect(ids).toHaveLength(4);
    expect(ids).toContain('small-1');
  });

  it('claims no more of a workspace than its room', async () => {
    await harness.add('ws_1', ['a', 'b', 'c']);
    await harness.add('ws_2', ['d', 'e', 'f']);
    const roomOf = (workspaceId: string): number => (workspaceId === 'ws_1' ? 1 : 0);
    const { claims } = await harness.queue().claim({ max: 10, roomOf });
    expect(claims.map(({ workspaceId }) => workspaceId)).toEqual(['ws_1']);
  });
});

type Step =
  | { readonly kind: 'claim'; readonly worker: number }
  | { readonly kind: 'complete' | 'retry' | 'forget'; readonly worker: number }
  | { readonly kind: 'sleep'; readonly ms: number };

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('claim' as const), worker: fc.nat(2) }),
    fc.record({
      kind: fc.constantFrom('complete' as const, 'retry' as const, 'forget' as const),
      worker: fc.nat(2),
    }),
    fc.record({ kind: fc.constant('sleep' as const), ms: fc.constantFrom(1, LEASE_MS / 2, LEASE_MS) }),
  ),
  { maxLength: 30 },
);

describe('workers that claim, die, sleep and complete in any order', () => {
  it('complete every item exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        await harness.reset();
        const ids = ['a', 'b', 'c', 'd'];
        await harness.add('ws_1', ids);
        const completed = await execute(plan);
        for (let round = 0; (await harness.rows()).length > 0; round += 1) {
          expect(round).toBeLessThan(10);
          harness.clock.nowMs += LEASE_MS;
          const queue = harness.queue();
          for (const claim of (await queue.claim({ max: 10 })).claims)
            if (await queue.complete(claim)) completed.push(claim.id);
        }
        expect(completed.sort()).toEqual(ids);
      }),
      { numRuns: 40 },
    );
  });
});

/** Runs the steps with three workers; returns the ids whose completion succeeded. */
async function execute(plan: readonly Step[]): Promise<string[]> {
  const queues = [harness.queue(), harness.queue(), harness.queue()];
  const held: Claim<Item>[][] = [[], [], []];
  const completed: string[] = [];
  for (const step of plan) {
    if (step.kind === 'sleep') {
      harness.clock.nowMs += step.ms;
      continue;
    }
    const queue = queues[step.worker];
    const claims = held[step.worker];
    if (queue === undefined || claims === undefined) continue;
    if (step.kind === 'claim') {
      claims.push(...(await queue.claim({ max: 2 })).claims);
      continue;
    }
    const claim = claims.shift();
    if (claim === undefined) continue;
    if (step.kind === 'complete' && (await queue.complete(claim))) completed.push(claim.id);
    if (step.kind === 'retry') await queue.retryAt(claim, new Date(harness.clock.nowMs));
  }
  return completed;
}
