import { describe, expect, it } from '@jest/globals';
import { fitsCodePoints, searchTokens, toComparable } from './text.ts';

describe('fitsCodePoints', () => {
  it('counts an emoji as one character', () => {
    expect(fitsCodePoints('😀😀', 2)).toBe(true);
    expect(fitsCodePoints('😀😀😀', 2)).toBe(false);
  });
});

describe('toComparable', () => {
  it('makes composed and decomposed letters of any case equal', () => {
    expect(toComparable('E\u0301')).toBe(toComparable('é'));
  });
});

describe('searchTokens', () => {
  it('returns each word once, without case and diacritics', () => {
    expect(searchTokens(['Zoë Müller', null, 'zoe@muller.example'])).toEqual(['zoe', 'muller', 'example']);
  });
});
