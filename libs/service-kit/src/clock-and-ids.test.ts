import { describe, expect, it } from '@jest/globals';
import { newId } from './clock-and-ids.ts';

const COUNT = 20_000;
const ID = /^ct_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

describe('ids', () => {
  it('are well-formed, unique, and sort in the order of their creation', () => {
    const ids = Array.from({ length: COUNT }, () => newId('ct'));
    expect(ids.every((id) => ID.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(COUNT);
    expect([...ids].sort()).toEqual(ids);
  });
});
