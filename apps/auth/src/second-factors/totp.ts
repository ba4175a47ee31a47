import { generateSecret, generateURI, verifySync } from 'otplib';

const ISSUER = 'Outreach';
const SECOND_MS = 1_000;
/** A clock may be one step of 30 s off, either way. */
const TOLERANCE_SECONDS = 30;
const CODE = /^\d{6}$/;

/** A new secret: 160 random bits as base 32. */
export function newTotpSecret(): string {
  return generateSecret();
}

/** The address that authenticator apps read: `otpauth://totp/Outreach:maria?secret=…&issuer=Outreach`. */
export function otpauthUrl(username: string, secret: string): string {
  return generateURI({ issuer: ISSUER, label: username, secret });
}

/** The time step of a code (RFC 6238), in which it was made; undefined for a wrong one. */
export function stepOf(code: string, secret: string, nowMs: number): number | undefined {
  if (!CODE.test(code)) return undefined;
  const epoch = Math.floor(nowMs / SECOND_MS);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
