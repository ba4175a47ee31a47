import { describe, expect, it } from '@jest/globals';
import { fitsCodePoints, searchTerms, searchTokens, toComparable } from './text.ts';

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
  it.each([
    [['maria.keller@example.com'], ['maria', 'keller', 'example', 'com']],
    [["O'Neil-Smith"], ['o', 'neil', 'smith']],
    [
      ['José Núñez', 'JOSE'],
      ['jose', 'nunez'],
    ],
    [['Jose\u0301'], ['jose']],
    [['İpek'], ['ipek']],
    [['Straße 7'], ['straße', '7']],
    [['株式会社 例'], ['株式会社', '例']],
    [
      ['Zoë Müller', null, 'zoe@muller.example'],
      ['zoe', 'muller', 'example'],
    ],
    [[null, '', ' – '], []],
  ])('splits %j into %j', (texts, tokens) => {
    expect(searchTokens(texts)).toEqual(tokens);
  });
});

describe('searchTerms', () => {
  it('returns the longest word first and drops words that are a prefix of another one', () => {
    expect(searchTerms('ma keller MAR')).toEqual(['keller', 'mar']);
  });

  it('returns nothing for a search without letters and digits', () => {
    expect(searchTerms(' .-@ ')).toEqual([]);
  });
});
