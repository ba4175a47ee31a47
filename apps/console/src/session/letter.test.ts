import { describe, expect, it } from '@jest/globals';
import { letterAt } from './letter.ts';

describe('letterAt', () => {
  it.each([
    ['/console/invite', '#token=a_1', { kind: 'invite', token: 'a_1' }],
    ['/console/reset/', '#token=b%2B2', { kind: 'reset', token: 'b+2' }],
    ['/console/reset', '', { kind: 'reset', token: '' }],
    ['/console/', '#token=a', undefined],
    ['/console/invited', '#token=a', undefined],
  ])('reads %s%s', (pathname, hash, letter) => {
    expect(letterAt({ pathname, hash })).toEqual(letter);
  });
});
