import { describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { newRecoveryCode, recoveryDigest, useCode, type SecondFactor } from './second-factor.ts';
import { otpauthUrl, stepOf } from './totp.ts';

/** The secret of RFC 6238, appendix B, as base 32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const NOW_MS = 1_700_000_015_000;
const STEP = Math.floor(NOW_MS / 30_000);
const codeAt = (step: number): string => generateSync({ secret: SECRET, epoch: step * 30 });
const factor: SecondFactor = {
  user_id: 'usr_1',
  secret: SECRET,
  is_confirmed: true,
  last_step: 0,
  recovery_digests: ['abcd-efgh-ijkl-mnop', 'qrst-uvwx-yz23-4567'].map(recoveryDigest),
};

describe('a code of the app', () => {
  it.each([
    // RFC 6238, appendix B, with the last six of eight digits.
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('is that of RFC 6238 at %s s', (seconds, code) => {
    expect(stepOf(code, SECRET, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  it.each([
    [-2, undefined],
    [-1, STEP - 1],
    [0, STEP],
    [1, STEP + 1],
    [2, undefined],
  ])('may be %s steps off: %s', (steps, accepted) => {
    expect(stepOf(codeAt(STEP + steps), SECRET, NOW_MS)).toBe(accepted);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345', '1e5000'])(
    'has six digits: %j',
    (code) => {
      expect(stepOf(code, SECRET, NOW_MS)).toBeUndefined();
    },
  );

  it('works once, and an older one not after it', () => {
    const used = useCode(factor, codeAt(STEP), NOW_MS);
    expect(used).toEqual({ ...factor, last_step: STEP });
    if (used === undefined) throw new Error('It was used.');
    expect(useCode(used, codeAt(STEP), NOW_MS)).toBeUndefined();
    expect(useCode(used, codeAt(STEP - 1), NOW_MS)).toBeUndefined();
    expect(useCode(used, codeAt(STEP + 1), NOW_MS)).toEqual({ ...factor, last_step: STEP + 1 });
  });
});

describe('a recovery code', () => {
  it('works once, in any case and without hyphens', () => {
    const used = useCode(factor, ' ABCDEFGH-ijklmnop ', NOW_MS);
    expect(used?.recovery_digests).toEqual([recoveryDigest('qrst-uvwx-yz23-4567')]);
    if (used === undefined) throw new Error('It was used.');
    expect(useCode(used, 'abcd-efgh-ijkl-mnop', NOW_MS)).toBeUndefined();
  });

  it('has 80 random bits', () => {
    expect(newRecoveryCode((size) => new Uint8Array(size).fill(255))).toBe('7777-7777-7777-7777');
    expect(newRecoveryCode((size) => new Uint8Array(size))).toBe('aaaa-aaaa-aaaa-aaaa');
    expect(newRecoveryCode((size) => Uint8Array.from({ length: size }, (_, index) => index))).toMatch(
      /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/,
    );
  });
});

describe('the address for apps', () => {
  it('names the user and the issuer', () => {
    expect(otpauthUrl('maria@example.com', SECRET)).toBe(
      `otpauth://totp/Outreach:maria%40example.com?secret=${SECRET}&issuer=Outreach`,
    );
  });
});
