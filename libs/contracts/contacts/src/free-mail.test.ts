import { describe, expect, it } from '@jest/globals';
import { isFreeMailDomain } from './free-mail.ts';

describe('isFreeMailDomain', () => {
  it.each([
    ['gmail.com', true],
    ['gmx.de', true],
    ['acme.com', false],
  ])('is for %s %s', (domain, expected) => {
    expect(isFreeMailDomain(domain)).toBe(expected);
  });
});
