import { describe, expect, it } from '@jest/globals';
import { CONNECT_MS_MAX, TOKEN_MS_MAX } from '../mail-servers/index.ts';
import { FIND_SENT_MS_MAX } from '../sending-accounts/index.ts';
import { hasTimeLeft, requireFit } from './claim-time.ts';
import { LEASE_MS } from './send-claims.store.ts';
import { dialogMsMax } from './session-pool.client.ts';
import { SMTP_LIMITS } from './smtp-session.client.ts';
import { SUBMISSION_MS_MAX } from './submit-batch.job.ts';

const AT = new Date('2026-01-31T09:30:00.000Z');

describe('a claim', () => {
  it('is longer than the search for a sent email, the longest dialog over a kept session, and the commit', () => {
    for (const workMs of [FIND_SENT_MS_MAX + dialogMsMax(SMTP_LIMITS), SUBMISSION_MS_MAX]) {
      expect(() => requireFit({ workMs, leaseMs: LEASE_MS })).not.toThrow();
      expect(() => requireFit({ workMs, leaseMs: workMs })).toThrow('is too short');
    }
  });

  it('counts the limits of the kept session and of the new one, which logs in twice', () => {
    const limits = { sessionMs: 1, envelopeMs: 10, contentMs: 100, resetMs: 1_000 };
    expect(dialogMsMax(limits) - 2 * (CONNECT_MS_MAX + TOKEN_MS_MAX)).toBe(2 * 1 + 2 * 10 + 100 + 2 * 1_000);
  });

  it('is used only while it is long enough for the work', () => {
    const endsIn = (ms: number): Date => new Date(AT.getTime() + ms);
    expect(hasTimeLeft(endsIn(40_000), 10_000, AT.getTime())).toBe(true);
    expect(hasTimeLeft(endsIn(39_999), 10_000, AT.getTime())).toBe(false);
  });
});
