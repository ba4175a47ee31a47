import { describe, expect, it } from '@jest/globals';
import { refusalOf, type Candidate, type Refusal } from './candidate.ts';

const CANDIDATE: Candidate = {
  contactId: 'ct_1',
  email: 'maria@example.com',
  verificationStatus: 'valid',
  isSuppressed: false,
  meetsFilter: true,
};

type Row = readonly [Partial<Candidate>, Refusal | undefined, Refusal | undefined];

const ROWS: readonly Row[] = [
  [{}, undefined, undefined],
  [{ verificationStatus: 'unverified' }, undefined, undefined],
  [{ verificationStatus: 'pending' }, undefined, undefined],
  [{ verificationStatus: 'risky' }, 'unsendable', undefined],
  [{ verificationStatus: 'catch_all' }, 'unsendable', undefined],
  [{ verificationStatus: 'invalid' }, 'unsendable', 'unsendable'],
  [{ verificationStatus: 'invalid', meetsFilter: false }, 'filter_mismatch', 'filter_mismatch'],
  [{ meetsFilter: false, isSuppressed: true }, 'suppressed', 'suppressed'],
];

describe('a campaign', () => {
  it.each(ROWS)(
    'answers %j with %s, and with %s where risky contacts are allowed',
    (members, usual, risky) => {
      const candidate = { ...CANDIDATE, ...members };
      expect(refusalOf({ allow_risky_contacts: false }, candidate)).toBe(usual);
      expect(refusalOf({ allow_risky_contacts: true }, candidate)).toBe(risky);
    },
  );

  it('finds no contact that is not there', () => {
    expect(refusalOf({ allow_risky_contacts: true }, undefined)).toBe('not_found');
  });
});
