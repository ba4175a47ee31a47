import { describe, expect, it } from '@jest/globals';
import { evaluateAccounts, type GuardedAccount } from './evaluate-accounts.ts';

const GOOD: GuardedAccount = {
  status: 'active',
  health_score: 100,
  auth: { spf: 'pass', dkim: 'unknown', dmarc: 'pass' },
};
const SICK: GuardedAccount = { ...GOOD, health_score: 39.9 };
const SUSPENDED: GuardedAccount = { ...GOOD, status: 'suspended' };
const UNSIGNED: GuardedAccount = { ...GOOD, auth: { ...GOOD.auth, dkim: 'fail' } };

describe('evaluateAccounts', () => {
  it.each([
    ['no accounts', []],
    ['a healthy account', [GOOD]],
    ['a healthy account beside others', [SICK, SUSPENDED, UNSIGNED, GOOD]],
    ['a paused account, which its owner resumes', [{ ...GOOD, status: 'paused' }]],
  ])('finds nothing for %s', (_, accounts) => {
    expect(evaluateAccounts(accounts)).toBeUndefined();
  });

  it('finds that every account is unhealthy or suspended', () => {
    expect(evaluateAccounts([SICK, SICK])).toEqual({
      rule: 'accounts_unhealthy',
      observed: 39.9,
      threshold: 40,
      sample: 2,
      window_days: 14,
    });
    expect(evaluateAccounts([SUSPENDED])).toMatchObject({ rule: 'accounts_unhealthy' });
  });

  it('finds that no domain authenticates its emails', () => {
    expect(evaluateAccounts([UNSIGNED, UNSIGNED])).toMatchObject({
      rule: 'domain_auth',
      observed: 0,
      sample: 2,
    });
  });
});
