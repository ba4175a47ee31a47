import { describe, expect, it } from '@jest/globals';
import { changedFields } from './changed-fields.ts';

describe('changedFields', () => {
  it('returns the fields with another value', () => {
    const before = { id: 'a', count: 1, at: new Date(0), note: null as string | null };
    expect(changedFields(before, { ...before, count: 2, note: 'x' })).toEqual({ count: 2, note: 'x' });
  });

  it('returns a field that becomes null', () => {
    const at: Date | null = new Date(0);
    expect(changedFields<{ at: Date | null }>({ at }, { at: null })).toEqual({ at: null });
  });

  it('returns nothing for a copy', () => {
    const before = { at: new Date(0), list: [1] };
    expect(changedFields(before, { ...before })).toEqual({});
  });
});
