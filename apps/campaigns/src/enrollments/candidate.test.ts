import { describe, expect, it } from '@jest/globals';
import { refusalOf, type Candidate, type Refusal } from './candidate.ts';

const CANDIDATE: Candidate = {
  contactId: 'ct_1',
  email: 'maria@example.com',
  timeZone: null,
  mailProvider: null,
  verificationStatus: 'valid',
  isSuppressed: false,
  meetsFilter: true,
};

type Case = readonly [Partial<Candidate>, Refusal | undefined, Refusal | undefined];

const CASES: readonly Case[] = [
  [{}, undefined, undefined],
  [{ verificationStatus: 'unverified' }, undefined, undefined],
  [{ verificationStatus: 'pending' }, undefined, undefined],
  [{ verificationStatus: 'risky' }, 'unsendable', undefined],
  [{ verificationStatus: 'catch_all' }, 'unsendable', undefined],
  [{ verificationStatus: 'invalid' }, 'unsendable', 'unsendable'],
  [{ verificationStatus: 'invalid', meetsFilter: false }, 'filter_mismatch', 'filter_mismatch'],
  [{ meetsFilter: false, isSuppressed: true }, 'suppressed', 'suppressed'],
];

describe('refusalOf', () => {
  it.each(CASES)(
    'returns, for %j, %s, and %s if the campaign allows risky contacts',
    (changes, usual, risky) => {
      const candidate = { ...CANDIDATE, ...changes };
      expect(refusalOf({ allow_risky_contacts: false }, candidate)).toBe(usual);
      expect(refusalOf({ allow_risky_contacts: true }, candidate)).toBe(risky);
    },
  );

  it('returns not_found without a candidate', () => {
    expect(refusalOf({ allow_risky_contacts: true }, undefined)).toBe('not_found');
  });
});
