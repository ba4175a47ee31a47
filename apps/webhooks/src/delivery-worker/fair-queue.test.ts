import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.ts';

interface Job {
  readonly key: string;
  readonly n: number;
}

const keyOf = ({ key }: Job): string => key;

function filled(counts: Record<string, number>, options = { slots: 100, slotsPerKey: 2, waitingMax: 1_000 }) {
  const queue = new FairQueue<Job>({ keyOf, ...options });
  for (const [key, count] of Object.entries(counts)) {
    for (let n = 0; n < count; n += 1) {
      if (queue.reserve(key)) queue.push({ key, n });
    }
  }
  return queue;
}

function takeAll(queue: FairQueue<Job>): string[] {
  const taken: string[] = [];
  for (let job = queue.take(); job !== undefined; job = queue.take()) taken.push(`${job.key}${job.n}`);
  return taken;
}

describe('FairQueue', () => {
  it('takes jobs round-robin over keys and fills only the slots of each key', () => {
    expect(takeAll(filled({ a: 5, b: 1, c: 3 }))).toEqual(['a0', 'b0', 'c0', 'a1', 'c1']);
  });

  it('frees a slot when a job is done', () => {
    const queue = filled({ a: 4 });
    takeAll(queue);
    queue.done('a');
    expect(takeAll(queue)).toEqual(['a2']);
  });

  it('never runs more jobs than there are slots', () => {
    const queue = filled({ a: 2, b: 2, c: 2 }, { slots: 3, slotsPerKey: 2, waitingMax: 10 });
    expect(takeAll(queue)).toHaveLength(3);
    expect(queue.active).toBe(3);
  });

  it('refuses jobs of a key that has more than it can finish in time and accepts jobs of other keys', () => {
    const queue = filled({ a: 1_100 }, { slots: 100, slotsPerKey: 2, waitingMax: 2_000 });
    expect(queue.full).toEqual(['a']);
    expect(queue.reserve('a')).toBe(false);
    expect(queue.reserve('b')).toBe(true);
  });

  it('counts reserved room and frees cancelled reservations', () => {
    const queue = new FairQueue<Job>({ keyOf, slots: 1, slotsPerKey: 1, waitingMax: 2 });
    expect([queue.reserve('a'), queue.reserve('b'), queue.reserve('c')]).toEqual([true, true, false]);
    queue.cancel('a');
    expect(queue.room).toBe(1);
    expect(queue.reserve('c')).toBe(true);
  });

  it('calls onRoom once when a key that was refused runs low', () => {
    let asked = 0;
    const queue = new FairQueue<Job>({
      keyOf,
      slots: 2_000,
      slotsPerKey: 2_000,
      waitingMax: 2_000,
      onRoom: () => {
        asked += 1;
      },
    });
    for (let n = 0; n < 1_900; n += 1) if (queue.reserve('a')) queue.push({ key: 'a', n });
    takeAll(queue);
    expect(asked).toBe(0);
    for (let n = 0; queue.reserve('a'); n += 1) queue.push({ key: 'a', n });
    for (let n = 0; n < 2_000; n += 1) queue.done('a');
    takeAll(queue);
    expect(asked).toBe(1);
  });

  it('returns the jobs that have not started when it is drained', () => {
    const queue = filled({ a: 3 });
    takeAll(queue);
    expect(queue.drain().map((job) => job.n)).toEqual([2]);
    expect(queue.take()).toBeUndefined();
  });
});
