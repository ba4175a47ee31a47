import { describe, expect, it } from '@jest/globals';
import { createDisposableDomains, disposableDomains } from './disposable-domains.ts';

describe('createDisposableDomains', () => {
  const domains = createDisposableDomains(['one.example'], ['two.example']);

  it.each([
    ['one.example', true],
    ['sub.one.example', false],
    ['two.example', true],
    ['a.b.two.example', true],
    ['nottwo.example', false],
    ['example', false],
  ])('answers for %s %p', (domain, isDisposable) => {
    expect(domains.has(domain)).toBe(isDisposable);
  });
});

describe('disposableDomains', () => {
  it('has domains of the maintained list and no domain of a mailbox provider', async () => {
    const domains = await disposableDomains();
    expect(['mailinator.com', 'guerrillamail.com', 'gmail.com', 'outlook.com'].map(domains.has)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
