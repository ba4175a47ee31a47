import { describe, expect, it } from '@jest/globals';
import { createTemplateCache } from './template-cache.ts';

const one = (key: string, source = 'x'.repeat(40)) => ({ key, kind: 'text' as const, source });

describe('createTemplateCache', () => {
  it('compiles a template once', () => {
    const cache = createTemplateCache();
    expect(cache.get(one('a'))).toBe(cache.get(one('a')));
  });

  it('drops the least recently used templates when they become too large', () => {
    const cache = createTemplateCache(100);
    const [first, second] = [cache.get(one('a')), cache.get(one('b'))];
    expect(cache.get(one('a'))).toBe(first);
    cache.get(one('c'));
    expect(cache.get(one('a'))).toBe(first);
    expect(cache.get(one('b'))).not.toBe(second);
  });

  it('keeps a template that is larger than the limit until the next one', () => {
    const cache = createTemplateCache(10);
    const large = cache.get(one('a'));
    expect(cache.get(one('a'))).toBe(large);
    cache.get(one('b'));
    expect(cache.get(one('a'))).not.toBe(large);
  });
});
