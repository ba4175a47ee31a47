import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packQuarters, unpackQuarters } from './packed-quarters.ts';

describe('packQuarters', () => {
  it('keeps every count, also negative ones and bytes that start anywhere in a buffer', () => {
    const quarters = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      { selector: ([quarter]) => quarter },
    );
    fc.assert(
      fc.property(quarters, fc.integer({ min: 0, max: 7 }), (entries, offset) => {
        const counts = new Map(entries);
        const bytes = Buffer.concat([Buffer.alloc(offset), packQuarters(counts)]).subarray(offset);
        expect(unpackQuarters(bytes)).toEqual(counts);
      }),
    );
  });
});
