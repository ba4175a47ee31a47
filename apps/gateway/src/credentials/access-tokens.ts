import { AppError } from '@outreach/errors';
import type { Clock } from '@outreach/service-kit';
import { decodeJwt, errors, jwtVerify } from 'jose';
import type { AccessClaims } from './caller.ts';
import type { LimitedUser } from '../rate-limits/limit-uses.ts';
import type { SigningKeys } from './signing-keys.ts';

const ISSUER = 'outreach';
const AUDIENCE = 'outreach-api';
const TYPE = 'at+jwt';
/** Fixed: a token cannot choose its algorithm. */
const ALGORITHMS = ['EdDSA'];
const REQUIRED_CLAIMS = ['sub', 'ws', 'role', 'scope', 'jti', 'iat', 'exp'];

/** Verifies access tokens (RFC 9068) with the public keys of auth. */
export function createAccessTokenVerifier(
  keys: SigningKeys,
  clock: Clock,
): (token: string) => Promise<AccessClaims> {
  return async (token: string): Promise<AccessClaims> => {
    const { payload } = await jwtVerify(token, async ({ kid }) => keys.find(kid ?? ''), {
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      algorithms: ALGORITHMS,
      requiredClaims: REQUIRED_CLAIMS,
      currentDate: new Date(clock.now()),
    }).catch((thrown: unknown) => {
      if (thrown instanceof AppError) throw thrown;
      if (!(thrown instanceof errors.JOSEError) && !(thrown instanceof TypeError)) throw thrown;
      throw refused(thrown);
    });
    const { sub, ws, iat, exp } = payload;
    if (sub === undefined || typeof ws !== 'string' || iat === undefined || exp === undefined)
      throw refused();
    return { userId: sub, workspaceId: ws, issuedAtMs: Math.round(iat * 1000), expiresAtMs: exp * 1000 };
  };
}

/** The user of a token that auth has just issued; its signature is not verified again. */
export function subjectOf(freshToken: string): LimitedUser {
  const { sub = '', ws } = decodeJwt(freshToken);
  return { userId: sub, workspaceId: typeof ws === 'string' ? ws : '' };
}

function refused(cause?: unknown): AppError {
  return new AppError('unauthenticated', 'The credential is not valid.', { cause });
}
