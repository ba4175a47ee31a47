import { describe, expect, it } from '@jest/globals';
import { readRetryAfter } from './retry-after.ts';

const NOW = Date.UTC(2026, 0, 31, 9, 30);

describe('a Retry-After', () => {
  it.each([
    ['of seconds', '60', 60_000],
    ['of no seconds', '0', 0],
    ['beyond 24 hours', '999999', 86_400_000],
    ['of a date', new Date(NOW + 90_000).toUTCString(), 90_000],
    ['of a date that has passed', new Date(NOW - 90_000).toUTCString(), -90_000],
    ['given twice', ['60', '90'], 60_000],
  ])('is parsed as %s', (_name, header, aheadMs) => {
    expect(readRetryAfter(header, NOW)).toBe(NOW + aheadMs);
  });

  it.each([['soon'], ['-5'], [''], [undefined]])('that is %p names none', (header) => {
    expect(readRetryAfter(header, NOW)).toBeUndefined();
  });
});
