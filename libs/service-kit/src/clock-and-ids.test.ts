import { describe, expect, it } from '@jest/globals';
import { idPattern, newId } from './clock-and-ids.ts';

const COUNT = 20_000;

describe('ids', () => {
  it('are well-formed, unique, and sort in the order of their creation', () => {
    const ids = Array.from({ length: COUNT }, () => newId('ct'));
    expect(ids.every((id) => idPattern('ct').test(id))).toBe(true);
    expect(new Set(ids).size).toBe(COUNT);
    expect([...ids].sort()).toEqual(ids);
  });

  it.each([
    'ct_',
    'ct_01J9Z3K8Q4N5R6S7T8V9W0X1Y',
    'ct_81J9Z3K8Q4N5R6S7T8V9W0X1Y2',
    'cx_01J9Z3K8Q4N5R6S7T8V9W0X1Y2',
  ])('do not match the malformed id %s', (text) => {
    expect(idPattern('ct').test(text)).toBe(false);
  });
});
