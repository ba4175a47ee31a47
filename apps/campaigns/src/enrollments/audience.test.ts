import { describe, expect, it } from '@jest/globals';
import { audienceOf, type AudienceCampaign } from './audience.ts';
import type { Candidate } from './candidate.ts';

const CAMPAIGN: AudienceCampaign = {
  id: 'cmp_1',
  contact_filter: { segment_ids: [], icp_tier: [], grade: [] },
  allow_risky_contacts: false,
};

function candidate(contactId: string, changes: Partial<Candidate> = {}): Candidate {
  return {
    contactId,
    email: `${contactId}@example.com`,
    timeZone: null,
    mailProvider: null,
    verificationStatus: 'valid',
    isSuppressed: false,
    meetsFilter: true,
    ...changes,
  };
}

const sampleOf = (candidates: readonly Candidate[], total = candidates.length) => ({
  candidates,
  total,
  isTotalEstimated: false,
});

describe('audienceOf', () => {
  it('counts each contact once, by the first reason', () => {
    const candidates = [
      candidate('accepted'),
      candidate('enrolled', { isSuppressed: true }),
      candidate('suppressed', { isSuppressed: true, verificationStatus: 'invalid' }),
      candidate('invalid', { verificationStatus: 'invalid' }),
      candidate('risky', { verificationStatus: 'risky' }),
      candidate('catch-all', { verificationStatus: 'catch_all' }),
    ];
    expect(audienceOf(CAMPAIGN, sampleOf(candidates), new Set(['enrolled']))).toEqual({
      campaign_id: 'cmp_1',
      matching: 6,
      accepted: 1,
      groups: [{ timeZone: null, mailProvider: null, count: 1 }],
      left_out: { already_enrolled: 1, suppressed: 1, invalid_address: 1, risky_address: 2 },
      is_estimated: false,
    });
  });

  it('accepts risky addresses when the campaign allows them', () => {
    const candidates = [candidate('risky', { verificationStatus: 'risky' })];
    const audience = audienceOf({ ...CAMPAIGN, allow_risky_contacts: true }, sampleOf(candidates), new Set());
    expect(audience).toMatchObject({ accepted: 1, left_out: { risky_address: 0 } });
  });

  it('groups accepted contacts by zone and provider', () => {
    const berlin = { timeZone: 'Europe/Berlin', mailProvider: 'google' };
    const candidates = [candidate('a', berlin), candidate('b'), candidate('c', berlin)];
    expect(audienceOf(CAMPAIGN, sampleOf(candidates), new Set()).groups).toEqual([
      { ...berlin, count: 2 },
      { timeZone: null, mailProvider: null, count: 1 },
    ]);
  });

  it('extrapolates a sample to all matches', () => {
    const candidates = [
      candidate('a'),
      candidate('b'),
      candidate('c'),
      candidate('d', { isSuppressed: true }),
    ];
    expect(audienceOf(CAMPAIGN, sampleOf(candidates, 1_000), new Set())).toMatchObject({
      matching: 1_000,
      accepted: 750,
      groups: [{ count: 750 }],
      left_out: { suppressed: 250 },
      is_estimated: true,
    });
  });

  it('is an estimate when the number of matches is one', () => {
    const sample = { candidates: [candidate('a')], total: 1, isTotalEstimated: true };
    expect(audienceOf(CAMPAIGN, sample, new Set()).is_estimated).toBe(true);
  });

  it('has no contacts without matches', () => {
    expect(audienceOf(CAMPAIGN, sampleOf([]), new Set())).toMatchObject({
      matching: 0,
      accepted: 0,
      groups: [],
      is_estimated: false,
    });
  });
});
