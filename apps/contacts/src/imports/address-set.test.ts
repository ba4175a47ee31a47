import { describe, expect, it } from '@jest/globals';
import { AddressSet } from './address-set.ts';

describe('AddressSet', () => {
  it('returns for each address whether it is new, also after growing many times', () => {
    const addresses = new AddressSet();
    const reference = new Set<string>();
    let wrongCount = 0;
    for (let index = 0; index < 60_000; index += 1) {
      const address = `person${(index * 7_919) % 40_009}@company${index % 13}.example`;
      if (addresses.add(address) === reference.has(address)) wrongCount += 1;
      reference.add(address);
    }
    for (const address of reference) if (addresses.add(address)) wrongCount += 1;
    expect(wrongCount).toBe(0);
    expect(reference.size).toBeGreaterThan(40_000);
  });

  it('distinguishes texts with the same prefix and stores the empty text', () => {
    const addresses = new AddressSet();
    for (const text of ['', 'a', 'aa', 'b', 'ab', 'ba', 'a'.repeat(254)]) {
      expect(addresses.add(text)).toBe(true);
      expect(addresses.add(text)).toBe(false);
    }
  });
});
