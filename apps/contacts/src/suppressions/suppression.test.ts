import { describe, expect, it } from '@jest/globals';
import { matchingTargets, keyOf } from './suppression.ts';

describe('an address is covered', () => {
  it('by itself, its digest, its domain and every domain above it of two labels or more', () => {
    const targets = matchingTargets('a@mail.eu.example.com', (text) => `<${text}>`);
    expect(targets.map(keyOf)).toEqual([
      'email:a@mail.eu.example.com',
      'email:sha256:<a@mail.eu.example.com>',
      'domain:mail.eu.example.com',
      'domain:eu.example.com',
      'domain:example.com',
    ]);
  });
});
