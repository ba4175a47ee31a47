import { describe, expect, it } from '@jest/globals';
import { reasonCounts } from './reason-counts.ts';

describe('reasonCounts', () => {
  it('counts the reasons, the most frequent one first', () => {
    const rows = ['suppressed', 'invalid_email', 'invalid_email'].map((code) => ({ code }));
    expect(reasonCounts(rows)).toEqual([
      { code: 'invalid_email', count: 2 },
      { code: 'suppressed', count: 1 },
    ]);
  });
});
