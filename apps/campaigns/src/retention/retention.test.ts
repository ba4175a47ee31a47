import { describe, expect, it } from '@jest/globals';
import {
  expiredBefore,
  requireRetention,
  RETENTION_OF_NEW_WORKSPACE,
  sendsRetainedFrom,
} from './retention.ts';

const NOW_MS = Date.UTC(2026, 5, 30);
const DAYS = { sends_days: 30, timeline_days: 0, inbox_days: 365 };

describe('requireRetention', () => {
  it.each([
    { sends_days: -1 },
    { sends_days: 3_651 },
    { timeline_days: 1.5 },
    { timeline_days: Number.NaN },
    { inbox_days: 0 },
    { inbox_days: 3_651 },
  ])('refuses %j on its field', (wrong) => {
    const [field] = Object.keys(wrong);
    expect(() => requireRetention({ ...DAYS, ...wrong })).toThrow(
      expect.objectContaining({ kind: 'invalid_argument', field }),
    );
  });

  it.each([
    { sends_days: 0, timeline_days: 0, inbox_days: 1 },
    { sends_days: 3_650, timeline_days: 3_650, inbox_days: 3_650 },
  ])('accepts %j', (days) => {
    expect(() => requireRetention(days)).not.toThrow();
  });
});

describe('expiredBefore', () => {
  it('is a number of days before now, and nothing for 0', () => {
    expect(expiredBefore(30, NOW_MS)).toEqual(new Date('2026-05-31T00:00:00Z'));
    expect(expiredBefore(0, NOW_MS)).toBeUndefined();
  });
});

describe('sendsRetainedFrom', () => {
  const retention = { ...RETENTION_OF_NEW_WORKSPACE, ...DAYS };

  it.each([
    ['the age of emails that expire now, before the first deletion', null, '2026-05-31T00:00:00Z'],
    ['the same when the last deletion is older', '2026-05-30T00:00:00Z', '2026-05-31T00:00:00Z'],
    ['the last deletion when the time was shorter then', '2026-06-20T00:00:00Z', '2026-06-20T00:00:00Z'],
  ])('is %s', (_, deleted, expected) => {
    const sends_deleted_before = deleted === null ? null : new Date(deleted);
    expect(sendsRetainedFrom({ ...retention, sends_deleted_before }, NOW_MS)).toEqual(new Date(expected));
  });

  it('is nothing while emails are kept for ever', () => {
    expect(sendsRetainedFrom({ ...retention, sends_days: 0 }, NOW_MS)).toBeUndefined();
  });
});
