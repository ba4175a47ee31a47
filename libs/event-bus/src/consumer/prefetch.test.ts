import { describe, expect, it } from '@jest/globals';
import { createPrefetch, PREFETCH_MAX } from './prefetch.ts';

const ACK_WAIT_MS = 15_000;

describe('the number of messages that a consumer holds', () => {
  it('is what the last batch shows to be handled within half of the acknowledgement time', () => {
    const prefetch = createPrefetch(ACK_WAIT_MS);
    prefetch.record(7, 7_000);
    expect(prefetch.limit()).toBe(7);
  });

  it('is one message when a message takes longer than that', () => {
    const prefetch = createPrefetch(ACK_WAIT_MS);
    prefetch.record(1, 60_000);
    expect(prefetch.limit()).toBe(1);
  });

  it('doubles at most with each batch, up to the maximum', () => {
    const prefetch = createPrefetch(ACK_WAIT_MS);
    prefetch.record(1, 60_000);
    const limits = Array.from({ length: 12 }, () => {
      prefetch.record(256, 10);
      return prefetch.limit();
    });
    expect(limits.slice(0, 4)).toEqual([2, 4, 8, 16]);
    expect(limits.at(-1)).toBe(PREFETCH_MAX);
  });
});
