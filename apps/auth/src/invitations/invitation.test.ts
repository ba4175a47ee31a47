import { describe, expect, it } from '@jest/globals';
import { statusOf } from './invitation.ts';

const EXPIRES = new Date(1_000);

describe('the status of an invitation', () => {
  it.each([
    ['pending', null, 999],
    ['expired', null, 1_000],
    ['accepted', new Date(10), 999],
    ['accepted', new Date(10), 2_000],
  ] as const)('is %s, accepted at %s and read at %s', (status, acceptedAt, nowMs) => {
    expect(statusOf({ accepted_at: acceptedAt, expires_at: EXPIRES }, nowMs)).toBe(status);
  });
});
