import { describe, expect, it } from '@jest/globals';
import { sha256 } from '../contact-model/index.ts';
import { matchingTargets, keyOf } from './suppression.ts';

describe('matchingTargets', () => {
  it('returns the address, its digest, its domain and all parent domains with two or more labels', () => {
    const targets = matchingTargets('a@mail.eu.example.com');
    expect(targets.map(keyOf)).toEqual([
      'email:a@mail.eu.example.com',
      `email:sha256:${sha256('a@mail.eu.example.com')}`,
      'domain:mail.eu.example.com',
      'domain:eu.example.com',
      'domain:example.com',
    ]);
  });
});
