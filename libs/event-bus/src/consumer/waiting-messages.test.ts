import { describe, expect, it } from '@jest/globals';
import { createWaitingMessages } from './waiting-messages.ts';

interface FakeMessage {
  readonly seq: number;
  readonly delivery: number;
  readonly data: Uint8Array;
}

function message(seq: number, { delivery = 1, bytes = 10 } = {}): FakeMessage {
  return { seq, delivery, data: new Uint8Array(bytes) };
}

describe('the messages that wait for a handler', () => {
  it('are taken in the order of their arrival, 256 at a time', () => {
    const waiting = createWaitingMessages<FakeMessage>();
    for (let seq = 1; seq <= 300; seq += 1) waiting.add(message(seq));
    expect(waiting.takeBatch().map(({ seq }) => seq)).toEqual(Array.from({ length: 256 }, (_, at) => at + 1));
    expect(waiting.takeBatch()).toHaveLength(44);
    expect(waiting.takeBatch()).toEqual([]);
  });

  it('are taken in batches of at most 512 KiB, except a larger single message', () => {
    const waiting = createWaitingMessages<FakeMessage>();
    for (const seq of [1, 2, 3]) waiting.add(message(seq, { bytes: 300_000 }));
    waiting.add(message(4, { bytes: 600_000 }));
    const batches = [1, 2, 3, 4].map(() => waiting.takeBatch().map(({ seq }) => seq));
    expect(batches).toEqual([[1], [2], [3], [4]]);
  });

  it('wait once each: a second delivery replaces the first and keeps its position', () => {
    const waiting = createWaitingMessages<FakeMessage>();
    waiting.add(message(1));
    waiting.add(message(2));
    waiting.add(message(1, { delivery: 2 }));
    expect(waiting.takeBatch()).toMatchObject([{ seq: 1, delivery: 2 }, { seq: 2 }]);
  });

  it('return the newest messages beyond a number', () => {
    const waiting = createWaitingMessages<FakeMessage>();
    for (const seq of [1, 2, 3]) waiting.add(message(seq));
    expect(waiting.takeBeyond(1)).toMatchObject([{ seq: 2 }, { seq: 3 }]);
    expect(waiting.all()).toMatchObject([{ seq: 1 }]);
    expect(waiting.takeBeyond(1)).toEqual([]);
  });
});
