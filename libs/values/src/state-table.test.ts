import { describe, expect, it } from '@jest/globals';
import { defineStates } from './state-table.ts';

const doors = defineStates(['open', 'closed', 'locked'], {
  close: { open: 'closed', closed: 'closed' },
  lock: { closed: 'locked' },
});

describe('defineStates', () => {
  it('returns the state after an allowed operation', () => {
    expect(doors.next('open', 'close')).toBe('closed');
    expect(doors.next('closed', 'close')).toBe('closed');
    expect(doors.next('closed', 'lock')).toBe('locked');
  });

  it('returns undefined for an operation that is not allowed', () => {
    expect(doors.next('open', 'lock')).toBeUndefined();
    expect(doors.next('locked', 'close')).toBeUndefined();
  });

  it('lists the states, the operations, and the states of an operation', () => {
    expect(doors.states).toEqual(['open', 'closed', 'locked']);
    expect(doors.operations).toEqual(['close', 'lock']);
    expect(doors.statesOf('close')).toEqual(['open', 'closed']);
  });

  it('names the states that no operation leaves', () => {
    expect(doors.states.filter((state) => doors.isEnd(state))).toEqual(['locked']);
  });
});
