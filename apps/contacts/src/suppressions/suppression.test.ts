import { describe, expect, it } from '@jest/globals';
import { matchingTargets, keyOf } from './suppression.ts';

describe('matchingTargets', () => {
  it('returns the address, its digest, its domain and all parent domains with two or more labels', () => {
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
