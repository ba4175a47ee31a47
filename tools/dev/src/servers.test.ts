import { describe, expect, it } from '@jest/globals';
import { cacheGibFrom } from './servers.ts';

describe('MONGOD_CACHE_GIB', () => {
  it('is 0.5 GiB by default', () => {
    expect(cacheGibFrom({})).toBe(0.5);
    expect(cacheGibFrom({ MONGOD_CACHE_GIB: '' })).toBe(0.5);
  });

  it('sets the size', () => {
    expect(cacheGibFrom({ MONGOD_CACHE_GIB: '4' })).toBe(4);
  });

  it.each(['0.1', '20000', 'half', '1 GiB'])('refuses %s', (value) => {
    expect(() => cacheGibFrom({ MONGOD_CACHE_GIB: value })).toThrow('must be a number from 0.25 to 10000');
  });
});
