import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairScheduler, type FairSchedulerOptions } from './fair-scheduler.ts';

interface Item {
  readonly workspaceId: string;
  readonly key: string;
  readonly n: number;
}

const OPTIONS: FairSchedulerOptions = {
  slots: 100,
  slotsPerWorkspace: 100,
  slotsPerKey: 2,
  waitingMax: 1_000,
};

/** Keys of one workspace, with that many items each. */
function filled(counts: Record<string, number>, options: Partial<FairSchedulerOptions> = {}) {
  const scheduler = new FairScheduler<Item>({ ...OPTIONS, ...options });
  for (const [key, count] of Object.entries(counts)) add(scheduler, { workspaceId: 'ws', key }, count);
  return scheduler;
}

function add(scheduler: FairScheduler<Item>, lane: Omit<Item, 'n'>, count: number): void {
  for (let n = 0; n < count; n += 1) {
    if (scheduler.reserve(lane)) scheduler.push({ ...lane, n });
  }
}

function takeAll(scheduler: FairScheduler<Item>): string[] {
  const taken: string[] = [];
  for (let item = scheduler.take(); item !== undefined; item = scheduler.take())
    taken.push(`${item.key}${item.n}`);
  return taken;
}

describe('FairScheduler', () => {
  it('starts keys in turn, each up to its cap', () => {
    expect(takeAll(filled({ a: 5, b: 1, c: 3 }))).toEqual(['a0', 'b0', 'c0', 'a1', 'c1']);
  });

  it('starts workspaces in turn, each up to its cap, whatever the number of its keys', () => {
    const scheduler = new FairScheduler<Item>({ ...OPTIONS, slotsPerWorkspace: 3 });
    for (const key of ['a', 'b', 'c', 'd']) add(scheduler, { workspaceId: 'large', key }, 2);
    add(scheduler, { workspaceId: 'small', key: 'z' }, 2);
    expect(takeAll(scheduler)).toEqual(['a0', 'z0', 'b0', 'z1', 'c0']);
  });

  it('starts the next item of a key when one is done', () => {
    const scheduler = filled({ a: 4 });
    takeAll(scheduler);
    scheduler.done({ workspaceId: 'ws', key: 'a' });
    expect(takeAll(scheduler)).toEqual(['a2']);
  });

  it('refuses further items of a key that already has as many as it handles in time', () => {
    const scheduler = filled({ a: 1_100 }, { waitingMax: 2_000 });
    expect(scheduler.requestRoom()).toEqual({ room: 1_934, fullKeys: ['a'], fullWorkspaceIds: [] });
    expect(scheduler.reserve({ workspaceId: 'ws', key: 'a' })).toBe(false);
    expect(scheduler.reserve({ workspaceId: 'ws', key: 'b' })).toBe(true);
  });

  it('counts reserved positions and frees canceled ones', () => {
    const scheduler = new FairScheduler<Item>({ ...OPTIONS, waitingMax: 2 });
    const reserve = (key: string) => scheduler.reserve({ workspaceId: 'ws', key });
    expect([reserve('a'), reserve('b'), reserve('c')]).toEqual([true, true, false]);
    scheduler.cancel({ workspaceId: 'ws', key: 'a' });
    expect(scheduler.room).toBe(1);
    expect(reserve('c')).toBe(true);
  });

  it('reports room when a key that was refused has few items left', () => {
    let reports = 0;
    const scheduler = new FairScheduler<Item>({
      slots: 2_000,
      slotsPerWorkspace: 2_000,
      slotsPerKey: 2_000,
      waitingMax: 2_000,
      onRoom: () => {
        reports += 1;
      },
    });
    const lane = { workspaceId: 'ws', key: 'a' };
    add(scheduler, lane, 1_900);
    takeAll(scheduler);
    expect(reports).toBe(0);
    for (let n = 0; scheduler.reserve(lane); n += 1) scheduler.push({ ...lane, n });
    for (let n = 0; n < 2_000; n += 1) scheduler.done(lane);
    takeAll(scheduler);
    expect(reports).toBe(1);
  });

  it('reports room when a key that was full has few items left, after its items were left in the database', () => {
    let reports = 0;
    const onRoom = (): void => {
      reports += 1;
    };
    const scheduler = filled({}, { slotsPerKey: 2, waitingMax: 2_000, onRoom });
    const lane = { workspaceId: 'ws', key: 'a' };
    const { fullKeys } = scheduler.requestRoom();
    expect(fullKeys).toEqual([]);
    add(scheduler, lane, 66);
    expect(scheduler.requestRoom().fullKeys).toEqual(['a']);
    for (let n = 0; n < 34; n += 1) runOne(scheduler, lane);
    expect(reports).toBe(1);
    for (let n = 0; n < 10; n += 1) runOne(scheduler, lane);
    expect(reports).toBe(1);
  });

  it('reports room when few items of all keys are left', () => {
    let reports = 0;
    const onRoom = (): void => {
      reports += 1;
    };
    const scheduler = filled({ a: 2, b: 2 }, { waitingMax: 4, onRoom });
    expect(scheduler.requestRoom().room).toBe(0);
    expect(scheduler.reserve({ workspaceId: 'ws', key: 'c' })).toBe(false);
    scheduler.take();
    expect(reports).toBe(0);
    scheduler.take();
    expect(reports).toBe(1);
  });

  it('reports room for an item at once when there is room, else when the key has room again', () => {
    let reports = 0;
    const onRoom = (): void => {
      reports += 1;
    };
    const scheduler = filled({ a: 66 }, { onRoom });
    scheduler.requestRoomFor({ workspaceId: 'ws', key: 'b' });
    expect(reports).toBe(1);
    scheduler.requestRoomFor({ workspaceId: 'ws', key: 'a' });
    expect(reports).toBe(1);
    for (let n = 0; n < 34; n += 1) runOne(scheduler, { workspaceId: 'ws', key: 'a' });
    expect(reports).toBe(2);
  });

  it('reports room when canceled reservations leave it', () => {
    let reports = 0;
    const onRoom = (): void => {
      reports += 1;
    };
    const scheduler = new FairScheduler<Item>({ ...OPTIONS, waitingMax: 2, onRoom });
    const lane = { workspaceId: 'ws', key: 'a' };
    expect([scheduler.reserve(lane), scheduler.reserve(lane), scheduler.reserve(lane)]).toEqual([
      true,
      true,
      false,
    ]);
    scheduler.cancel(lane);
    expect(reports).toBe(1);
  });

  it('returns the items that have not started when it is drained', () => {
    const scheduler = filled({ a: 3 });
    takeAll(scheduler);
    expect(scheduler.drain().map((item) => item.n)).toEqual([2]);
    expect(scheduler.take()).toBeUndefined();
  });

  it('never exceeds a cap and starts every item, for any load', () => {
    const loads = fc.array(
      fc.record({ workspace: fc.integer({ min: 0, max: 3 }), key: fc.integer({ min: 0, max: 3 }) }),
      { maxLength: 80 },
    );
    const caps = fc.record({
      slots: fc.integer({ min: 1, max: 8 }),
      slotsPerWorkspace: fc.integer({ min: 1, max: 8 }),
      slotsPerKey: fc.integer({ min: 1, max: 8 }),
    });
    fc.assert(
      fc.property(loads, caps, fc.infiniteStream(fc.nat()), (load, limits, choices) => {
        const scheduler = new FairScheduler<Item>({ ...limits, waitingMax: 1_000 });
        load.forEach(({ workspace, key }, n) => {
          const lane = { workspaceId: `ws${workspace}`, key: `ws${workspace}-${key}` };
          if (scheduler.reserve(lane)) scheduler.push({ ...lane, n });
        });
        expect(runAll(scheduler, limits, choices)).toBe(load.length);
        expect(scheduler.room).toBe(1_000);
      }),
    );
  });

  it('refuses further items of a workspace that has its share of the waiting items', () => {
    let reports = 0;
    const onRoom = (): void => {
      reports += 1;
    };
    const scheduler = new FairScheduler<Item>({ ...OPTIONS, waitingPerWorkspaceMax: 4, onRoom });
    for (const key of ['a', 'b', 'c']) add(scheduler, { workspaceId: 'large', key }, 2);
    expect(scheduler.reserve({ workspaceId: 'large', key: 'd' })).toBe(false);
    expect(scheduler.requestRoom().fullWorkspaceIds).toEqual(['large']);
    expect(scheduler.reserve({ workspaceId: 'small', key: 'z' })).toBe(true);
    expect(reports).toBe(0);
    expect(takeAll(scheduler)).toEqual(['a0', 'b0', 'a1', 'b1']);
    expect(reports).toBe(1);
    expect(scheduler.reserve({ workspaceId: 'large', key: 'd' })).toBe(true);
  });

  it('starts no item of a key without slots, and a single one while the key is probed', () => {
    let slots = 0;
    const scheduler = filled({ a: 3 }, { slotsOf: (key) => (key === 'a' ? slots : 2) });
    const lane = { workspaceId: 'ws', key: 'a' };
    expect(scheduler.reserve(lane)).toBe(false);
    slots = 1;
    add(scheduler, lane, 3);
    expect(takeAll(scheduler)).toEqual(['a0']);
    expect(scheduler.reserve(lane)).toBe(false);
    slots = 2;
    add(scheduler, lane, 3);
    expect(takeAll(scheduler)).toEqual(['a0']);
    expect(scheduler.drainKey('a')).toHaveLength(2);
    expect(scheduler.room).toBe(OPTIONS.waitingMax);
  });

  it('gives the slots of long items to others, up to a number of long items', () => {
    const scheduler = new FairScheduler<Item>({ ...OPTIONS, slots: 2, longMax: 1 });
    add(scheduler, { workspaceId: 'slow', key: 'a' }, 2);
    add(scheduler, { workspaceId: 'fast', key: 'b' }, 2);
    const [one, two] = [scheduler.take(), scheduler.take()];
    if (one === undefined || two === undefined) throw new Error('Two items have slots.');
    expect(scheduler.take()).toBeUndefined();
    scheduler.markLong(one);
    expect(scheduler.take()).toBeDefined();
    scheduler.markLong(two);
    expect(scheduler.take()).toBeUndefined();
    scheduler.done(one);
    expect(scheduler.take()).toBeUndefined();
    scheduler.done(two);
    expect(scheduler.take()).toBeDefined();
  });
});

/** Starts one item of a key and ends it. */
function runOne(scheduler: FairScheduler<Item>, lane: Omit<Item, 'n'>): void {
  scheduler.take();
  scheduler.done(lane);
}

/** Runs all items, ending one at random whenever none may start; returns how many ran. */
function runAll(
  scheduler: FairScheduler<Item>,
  limits: Omit<FairSchedulerOptions, 'waitingMax'>,
  choices: Iterator<number>,
): number {
  const running: Item[] = [];
  let ran = 0;
  for (;;) {
    for (let item = scheduler.take(); item !== undefined; item = scheduler.take()) running.push(item);
    expect(running.length).toBeLessThanOrEqual(limits.slots);
    for (const own of Map.groupBy(running, (item) => item.workspaceId).values())
      expect(own.length).toBeLessThanOrEqual(limits.slotsPerWorkspace);
    for (const own of Map.groupBy(running, (item) => item.key).values())
      expect(own.length).toBeLessThanOrEqual(limits.slotsPerKey);
    const index = running.length === 0 ? 0 : Number(choices.next().value) % running.length;
    const [done] = running.splice(index, 1);
    if (done === undefined) return ran;
    scheduler.done(done, 10);
    ran += 1;
  }
}
