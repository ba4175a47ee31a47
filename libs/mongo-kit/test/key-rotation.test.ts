import { describe, expect, it } from '@jest/globals';
import { createCursors } from '../src/paging/index.ts';
import { createSealer } from '../src/sealing/index.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const SECRET = Buffer.from('a secret');
const BINDING = { workspaceId: 'ws_1', list: 'accounts', sort: 'created_at -1', filter: '' };

describe('a rotated service key', () => {
  it('opens what the previous key sealed, and reports that it is not current', () => {
    const sealed = createSealer(OLD).seal(SECRET);
    const rotated = createSealer(NEW, [OLD]);
    expect(rotated.open(sealed)).toEqual(SECRET);
    expect(rotated.isCurrent(sealed)).toBe(false);
    expect(rotated.isCurrent(rotated.seal(SECRET))).toBe(true);
  });

  it('seals with the current key only', () => {
    const sealed = createSealer(NEW, [OLD]).seal(SECRET);
    expect(createSealer(NEW).open(sealed)).toEqual(SECRET);
    expect(() => createSealer(OLD).open(sealed)).toThrow('not configured');
  });

  it('opens nothing of the previous key once that is no longer configured', () => {
    expect(() => createSealer(NEW).open(createSealer(OLD).seal(SECRET))).toThrow('not configured');
  });

  it('accepts cursors that the previous key signed', () => {
    const cursor = createCursors(OLD).encode(BINDING, [1, 'a']);
    expect(createCursors(NEW, [OLD]).decode(BINDING, cursor)).toEqual([1, 'a']);
    expect(() => createCursors(NEW).decode(BINDING, cursor)).toThrow('cursor');
  });
});
