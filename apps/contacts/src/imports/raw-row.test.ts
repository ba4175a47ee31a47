import { describe, expect, it } from '@jest/globals';
import { cutNamed, cutRow, RAW_BYTES_MAX } from './raw-row.ts';

describe('cutRow', () => {
  it('keeps a short row', () => {
    expect(cutRow(['a@b.example', '', 'x'])).toEqual({ raw: ['a@b.example', '', 'x'], raw_truncated: false });
  });

  it.each([['x'], ['é'], ['€'], ['😀']])('cuts a row of %s at 4 KiB, between two characters', (character) => {
    const { raw, raw_truncated: isCut } = cutRow(['first', character.repeat(1_048_576), 'last']);
    const bytes = Buffer.byteLength(raw.join(''));
    expect([isCut, raw.length, raw[0]]).toEqual([true, 2, 'first']);
    expect(bytes).toBeLessThanOrEqual(RAW_BYTES_MAX);
    expect(bytes).toBeGreaterThan(RAW_BYTES_MAX - 16);
    expect(new Set(raw[1])).toEqual(new Set([character]));
  });

  it('bounds the number of empty cells', () => {
    expect(cutRow(Array.from({ length: 1_000_000 }, () => '')).raw.length).toBeLessThanOrEqual(
      RAW_BYTES_MAX + 1,
    );
  });
});

describe('cutNamed', () => {
  it('keeps 254 characters', () => {
    expect(cutNamed('x'.repeat(1_000))).toBe('x'.repeat(254));
  });
});
