import { describe, expect, it } from '@jest/globals';
import { endOfFeed } from './feed.ts';

/** A feed whose kept events have the sequences from `first` to `last`, and the number of its requests. */
function feedOf(first: number, last: number) {
  const calls: number[] = [];
  const newestAfter = async (after: number): Promise<number | undefined> => {
    calls.push(after);
    const next = Math.max(after + 1, first);
    return next <= last ? next : undefined;
  };
  return { newestAfter, calls };
}

describe('the end of the feed', () => {
  it('is 0 without events', async () => {
    expect(await endOfFeed(feedOf(1, 0).newestAfter)).toBe(0);
  });

  it('is the sequence of the newest event for each length', async () => {
    for (let length = 1; length <= 130; length += 1)
      for (const first of [1, 5_000])
        expect(await endOfFeed(feedOf(first, first + length - 1).newestAfter)).toBe(first + length - 1);
  });

  it('is found with at most 42 requests among a million events', async () => {
    const { newestAfter, calls } = feedOf(77, 1_000_076);
    expect(await endOfFeed(newestAfter)).toBe(1_000_076);
    expect(calls.length).toBeLessThanOrEqual(42);
  });
});
