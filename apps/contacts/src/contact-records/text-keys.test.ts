import { describe, expect, it } from '@jest/globals';
import { searchTokens, searchTerms } from './text-keys.ts';

describe('the words of a text', () => {
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
    [[null, '', ' – '], []],
  ])('%j are %j', (texts, tokens) => {
    expect(searchTokens(texts)).toEqual(tokens);
  });
});

describe('the words of a search', () => {
  it('come longest first, without those that another begins with', () => {
    expect(searchTerms('ma keller MAR')).toEqual(['keller', 'mar']);
  });

  it('are none when there is no letter or digit', () => {
    expect(searchTerms(' .-@ ')).toEqual([]);
  });
});
