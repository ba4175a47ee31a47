import { createHash } from 'node:crypto';
import { stepOf } from './totp.ts';

/** Recovery codes of a second factor. */
export const RECOVERY_CODES = 10;
/** 80 bits, which the digest of a code does not give away. */
const RECOVERY_BYTES = 10;
/** RFC 4648 in lower case. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS_PER_CHARACTER = 5;

/** The second factor of a user. */
export interface SecondFactor {
  readonly user_id: string;
  /** Base 32. Stored sealed. */
  readonly secret: string;
  /** False until the first code: log-ins require no code until then. */
  readonly is_confirmed: boolean;
  /** The time step of the last used code: each code works once. */
  readonly last_step: number;
  readonly recovery_digests: readonly string[];
}

/** The factor after a code was used; undefined for a code that is wrong or was used before. */
export function useCode(factor: SecondFactor, code: string, nowMs: number): SecondFactor | undefined {
  const given = code.trim();
  const step = stepOf(given, factor.secret, nowMs);
  if (step !== undefined) return step > factor.last_step ? { ...factor, last_step: step } : undefined;
  const digest = recoveryDigest(given);
  if (!factor.recovery_digests.includes(digest)) return undefined;
  return { ...factor, recovery_digests: factor.recovery_digests.filter((one) => one !== digest) };
}

/** A recovery code, such as `abcd-efgh-ijkl-mnop`. */
export function newRecoveryCode(randomBytes: (size: number) => Uint8Array): string {
  const bits = [...randomBytes(RECOVERY_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const characters = (bits.match(new RegExp(`.{${BITS_PER_CHARACTER}}`, 'g')) ?? []).map(
    (part) => BASE32[parseInt(part, 2)] ?? '',
  );
  return (characters.join('').match(/.{4}/g) ?? []).join('-');
}

/** The stored form of a recovery code. Case and hyphens do not count. */
export function recoveryDigest(code: string): string {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`recovery:${plain}`).digest('hex');
}
