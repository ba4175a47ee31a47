import type { TokenPair } from '@outreach/contracts-auth/gen/auth.ts';
import { authErrors } from '@outreach/contracts-auth';
import type { RefreshToken } from '../refresh-tokens/index.ts';
import { digestOf, issuePair } from './issue-tokens.ts';
import type { TokenPorts } from './ports.ts';

/** A client that did not receive the reply may repeat a refresh within this time. */
const SIBLING_GRACE_MS = 10_000;

/**
 * Exchanges a refresh token. A second use within the grace time returns a sibling; any other reuse ends the family.
 * @throws AppError unauthenticated.
 */
export async function refresh(ports: TokenPorts, token: string): Promise<TokenPair> {
  const pair = await ports.unitOfWork(async () => exchange(ports, digestOf(token)));
  if (pair === undefined) throw authErrors.badRefreshToken.make();
  return pair;
}

/**
 * Ends the family of a token. An unknown token is not an error. It locks the user, as a refresh does: of two concurrent
 * transactions one runs again after the other one, so no refresh adds a token to a family that was ended.
 */
export async function revokeRefreshToken(ports: TokenPorts, token: string): Promise<void> {
  await ports.unitOfWork(async () => {
    const found = await ports.refreshTokens.findById(digestOf(token));
    if (found === undefined) return;
    await ports.users.lock(found.user_id);
    await ports.refreshTokens.removeFamily(found.family_id);
  });
}

/** Returns undefined for a refused token; a family that was ended stays ended. */
async function exchange(ports: TokenPorts, id: string): Promise<TokenPair | undefined> {
  const { refreshTokens } = ports;
  const token = await refreshTokens.findById(id);
  const now = ports.clock.now();
  if (token === undefined || isExpired(token, now)) return undefined;
  const user = await ports.users.lock(token.user_id);
  if (user === undefined || !user.is_active || !(await isExchangeable(ports, token, now))) {
    await refreshTokens.removeFamily(token.family_id);
    return undefined;
  }
  if (token.state === 'live') {
    await refreshTokens.markRotated(token.id, new Date(now));
    if (token.parent_id !== null) await refreshTokens.retireSiblings(token.parent_id, token.id);
  }
  const { family_id: familyId, id: parentId, family_expires_at: familyExpiresAt } = token;
  return issuePair(ports, user, { familyId, parentId, familyExpiresAt });
}

/** A rotated token has no idle time: its reuse ends the family as long as the family lives. */
function isExpired({ state, idle_expires_at, family_expires_at }: RefreshToken, nowMs: number): boolean {
  const isIdle = state === 'live' && idle_expires_at.getTime() <= nowMs;
  return isIdle || family_expires_at.getTime() <= nowMs;
}

/** A rotated token is exchangeable for a sibling only while it is the direct parent of the newest tokens. */
async function isExchangeable(
  { refreshTokens }: TokenPorts,
  token: RefreshToken,
  nowMs: number,
): Promise<boolean> {
  if (token.state === 'live') return true;
  if (token.state === 'retired') return false;
  if (token.rotated_at === null) throw new Error('A rotated refresh token has no time of its rotation.');
  if (nowMs - token.rotated_at.getTime() > SIBLING_GRACE_MS) return false;
  return !(await refreshTokens.hasRotatedChild(token.id));
}
