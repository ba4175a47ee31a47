import { describe, expect, it } from '@jest/globals';
import { deletedBy } from './shorter-times.ts';

const before = { sends_days: 0, timeline_days: 90, inbox_days: 365 };

describe('deletedBy', () => {
  it.each([
    [{ sends_days: 30 }, 'emails older than 30 days'],
    [{ timeline_days: 1 }, 'events of timelines older than 1 day'],
    [
      { sends_days: 30, timeline_days: 60, inbox_days: 7 },
      'emails older than 30 days, events of timelines older than 60 days and texts of the inbox older than 7 days',
    ],
    [{ timeline_days: 0, inbox_days: 400 }, undefined],
    [{}, undefined],
  ])('of %j is %j', (changes, expected) => {
    expect(deletedBy(before, { ...before, ...changes })).toBe(expected);
  });
});
