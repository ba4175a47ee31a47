import { describe, expect, it } from '@jest/globals';
import { recordOf } from './record-of.ts';

const at = new Date('2026-01-31T09:30:00.000Z');

describe('recordOf', () => {
  it('returns times as text and absent fields as null, also in lists and objects', () => {
    const inner: { name?: string; at: Date | undefined } = { at };
    const message = { id: 'a', count: 0, note: undefined, tags: ['x'], inner, list: [{ at: undefined }] };
    expect(recordOf(message)).toEqual({
      id: 'a',
      count: 0,
      note: null,
      tags: ['x'],
      inner: { at: at.toISOString() },
      list: [{ at: null }],
    });
  });

  it('throws for an absent field that is required', () => {
    const message: { created_at: Date | undefined } = { created_at: undefined };
    expect(() => recordOf(message, 'created_at')).toThrow('The message has no created_at.');
    expect(recordOf({ created_at: at }, 'created_at')).toEqual({ created_at: at.toISOString() });
  });
});
