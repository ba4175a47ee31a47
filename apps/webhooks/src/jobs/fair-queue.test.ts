import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.ts';

interface Job {
  readonly endpoint_id: string;
  readonly n: number;
}

function filled(
  counts: Record<string, number>,
  options = { slots: 100, slotsPerEndpoint: 2, waitingMax: 1_000 },
) {
  const queue = new FairQueue<Job>(options);
  for (const [endpointId, count] of Object.entries(counts)) {
    for (let n = 0; n < count; n += 1) {
      if (queue.reserve(endpointId)) queue.push({ endpoint_id: endpointId, n });
    }
  }
  return queue;
}

function takeAll(queue: FairQueue<Job>): string[] {
  const taken: string[] = [];
  for (let job = queue.take(); job !== undefined; job = queue.take())
    taken.push(`${job.endpoint_id}${job.n}`);
  return taken;
}

describe('fair queue', () => {
  it('gives endpoints their turns, and each only its slots', () => {
    expect(takeAll(filled({ a: 5, b: 1, c: 3 }))).toEqual(['a0', 'b0', 'c0', 'a1', 'c1']);
  });

  it('gives a slot back when an exchange is done', () => {
    const queue = filled({ a: 4 });
    takeAll(queue);
    queue.done('a');
    expect(takeAll(queue)).toEqual(['a2']);
  });

  it('never exceeds the slots of the process', () => {
    const queue = filled({ a: 2, b: 2, c: 2 }, { slots: 3, slotsPerEndpoint: 2, waitingMax: 10 });
    expect(takeAll(queue)).toHaveLength(3);
    expect(queue.active).toBe(3);
  });

  it('takes no more of an endpoint than it works off in time, so that others find room', () => {
    const queue = filled({ a: 1_100 }, { slots: 100, slotsPerEndpoint: 2, waitingMax: 2_000 });
    expect(queue.full).toEqual(['a']);
    expect(queue.reserve('a')).toBe(false);
    expect(queue.reserve('b')).toBe(true);
  });

  it('counts reserved places, and frees those that are not used', () => {
    const queue = new FairQueue<Job>({ slots: 1, slotsPerEndpoint: 1, waitingMax: 2 });
    expect([queue.reserve('a'), queue.reserve('b'), queue.reserve('c')]).toEqual([true, true, false]);
    queue.cancel('a');
    expect(queue.room).toBe(1);
    expect(queue.reserve('c')).toBe(true);
  });

  it('asks for more once an endpoint of which it refused something runs low', () => {
    let asked = 0;
    const queue = new FairQueue<Job>({
      slots: 2_000,
      slotsPerEndpoint: 2_000,
      waitingMax: 2_000,
      onRoom: () => {
        asked += 1;
      },
    });
    for (let n = 0; n < 1_900; n += 1) if (queue.reserve('a')) queue.push({ endpoint_id: 'a', n });
    takeAll(queue);
    expect(asked).toBe(0);
    for (let n = 0; queue.reserve('a'); n += 1) queue.push({ endpoint_id: 'a', n });
    for (let n = 0; n < 2_000; n += 1) queue.done('a');
    takeAll(queue);
    expect(asked).toBe(1);
  });

  it('hands back what has not started', () => {
    const queue = filled({ a: 3 });
    takeAll(queue);
    expect(queue.drain().map((job) => job.n)).toEqual([2]);
    expect(queue.take()).toBeUndefined();
  });
});
