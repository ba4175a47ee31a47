import { describe, expect, it } from '@jest/globals';
import { decideResult } from './decide-result.ts';
import type { DomainFacts } from './ports.ts';
import { isRoleAddress } from './role-address.ts';

const GOOGLE: DomainFacts = { kind: 'mail', provider: 'google' };
const NO_MAIL: DomainFacts = { kind: 'no_mail' };
const UNKNOWN: DomainFacts = { kind: 'unknown' };

describe('decideResult', () => {
  it.each([
    [{ isRole: false, isDisposable: false, domain: GOOGLE }, 'valid', 'google'],
    [{ isRole: true, isDisposable: false, domain: GOOGLE }, 'risky', 'google'],
    [{ isRole: false, isDisposable: true, domain: GOOGLE }, 'risky', 'google'],
    [{ isRole: false, isDisposable: false, domain: NO_MAIL }, 'invalid', null],
    [{ isRole: true, isDisposable: true, domain: NO_MAIL }, 'invalid', null],
    [{ isRole: false, isDisposable: false, domain: UNKNOWN }, 'unknown', undefined],
    [{ isRole: true, isDisposable: false, domain: UNKNOWN }, 'risky', undefined],
    [{ isRole: false, isDisposable: true, domain: UNKNOWN }, 'risky', undefined],
  ])('with the facts %j is %s, by the mail provider %p', (facts, result, mailProvider) => {
    expect(decideResult(facts)).toEqual({ result, mailProvider });
  });
});

describe('isRoleAddress', () => {
  it.each([
    ['info', true],
    ['Sales', true],
    ['support+berlin', true],
    ['no-reply', true],
    ['maria', false],
    ['maria.info', false],
    ['information', false],
  ])('answers for %s %p', (localPart, isRole) => {
    expect(isRoleAddress(localPart)).toBe(isRole);
  });
});
