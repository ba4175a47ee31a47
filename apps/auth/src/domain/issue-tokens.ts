import { authErrors } from '@outreach/contracts-auth';
import { noteDeed, type Origin } from './audit.ts';
import type { RefreshToken, User } from './model.ts';
import type { Deps } from './ports.ts';
import { scopesOf } from './scopes-of.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const REFRESH_IDLE_MS = 7 * DAY_MS;
const REFRESH_ABSOLUTE_MS = 30 * DAY_MS;
/** A client whose answer was lost may repeat a refresh this long. */
const SIBLING_GRACE_MS = 10_000;

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

export interface LogIn {
  readonly username: string;
  readonly password: string;
  readonly workspaceId: string | undefined;
}

/**
 * Checks a password and opens a token family.
 * @throws AppError unauthenticated, the same in text and time for an unknown user, a wrong password,
 * an inactive user and another workspace.
 */
export async function logIn(deps: Deps, origin: Origin, input: LogIn): Promise<TokenPair> {
  const { username, password, workspaceId } = input;
  const user = await deps.users.findByUsername(username);
  const matches = await deps.passwords.verify(password, user?.password_hash);
  const elsewhere = workspaceId !== undefined && workspaceId !== user?.workspace_id;
  const isGood = user !== undefined && matches && user.is_active && !elsewhere;
  const pair = isGood ? await openFamily(deps, origin, user) : undefined;
  if (pair !== undefined) return pair;
  await noteFailure(deps, origin, user);
  throw authErrors.badCredentials.make();
}

/** Undefined when the user has changed since the password was checked: it opens nothing after that. */
async function openFamily(deps: Deps, origin: Origin, user: User): Promise<TokenPair | undefined> {
  const familyExpiresAt = new Date(deps.clock.now() + REFRESH_ABSOLUTE_MS);
  const place = { familyId: deps.newId('fam'), parentId: null, familyExpiresAt };
  return deps.unitOfWork(async () => {
    const current = await deps.users.lock(user.id);
    if (current?.is_active !== true || current.password_hash !== user.password_hash) return undefined;
    await noteDeed(deps, origin, {
      action: 'login.succeeded',
      target: { type: 'user', id: user.id },
      workspaceId: user.workspace_id,
      actor: { type: 'user', id: user.id },
    });
    return issuePair(deps, current, place);
  });
}

/** Also for a name that nobody has, so that it takes as long. */
async function noteFailure(deps: Deps, origin: Origin, user: User | undefined): Promise<void> {
  await noteDeed(deps, origin, {
    action: 'login.failed',
    target: { type: 'user', id: user?.id ?? '' },
    workspaceId: user?.workspace_id ?? '',
    actor: { type: 'anonymous', id: null },
  });
}

/**
 * Trades a refresh token. A second use within the grace answers a sibling; any other reuse ends the family.
 * @throws AppError unauthenticated.
 */
export async function refresh(deps: Deps, token: string): Promise<TokenPair> {
  const pair = await deps.unitOfWork(async () => trade(deps, deps.secrets.digest(token)));
  if (pair === undefined) throw authErrors.badRefreshToken.make();
  return pair;
}

/** Ends the family of a token; an unknown one is no error, since its holder has nothing left to lose. */
export async function revokeRefreshToken(deps: Deps, token: string): Promise<void> {
  const found = await deps.refreshTokens.findById(deps.secrets.digest(token));
  if (found !== undefined) await deps.refreshTokens.removeFamily(found.family_id);
}

/** Undefined where the answer is 401; what was ended on the way stays ended. */
async function trade(deps: Deps, id: string): Promise<TokenPair | undefined> {
  const token = await deps.refreshTokens.findById(id);
  const now = deps.clock.now();
  if (token === undefined || isExpired(token, now)) return undefined;
  const user = await deps.users.lock(token.user_id);
  if (user === undefined || !user.is_active || !(await mayTrade(deps, token, now))) {
    await deps.refreshTokens.removeFamily(token.family_id);
    return undefined;
  }
  if (token.state === 'live') {
    await deps.refreshTokens.markRotated(token.id, new Date(now));
    if (token.parent_id !== null) await deps.refreshTokens.retireSiblings(token.parent_id, token.id);
  }
  const place = { familyId: token.family_id, parentId: token.id, familyExpiresAt: token.family_expires_at };
  return issuePair(deps, user, place);
}

function isExpired(token: RefreshToken, nowMs: number): boolean {
  return Math.min(token.idle_expires_at.getTime(), token.family_expires_at.getTime()) <= nowMs;
}

/** A rotated token is good for a sibling only while it is the direct parent of the newest tokens. */
async function mayTrade(deps: Deps, token: RefreshToken, nowMs: number): Promise<boolean> {
  if (token.state === 'live') return true;
  const rotatedAtMs = token.rotated_at?.getTime() ?? 0;
  if (token.state === 'retired' || nowMs - rotatedAtMs > SIBLING_GRACE_MS) return false;
  return !(await deps.refreshTokens.hasRotatedChild(token.id));
}

interface Place {
  readonly familyId: string;
  readonly parentId: string | null;
  readonly familyExpiresAt: Date;
}

async function issuePair(deps: Deps, user: User, place: Place): Promise<TokenPair> {
  const refreshToken = deps.secrets.refreshToken();
  await deps.refreshTokens.insert({
    id: deps.secrets.digest(refreshToken),
    family_id: place.familyId,
    parent_id: place.parentId,
    user_id: user.id,
    workspace_id: user.workspace_id,
    state: 'live',
    rotated_at: null,
    idle_expires_at: new Date(deps.clock.now() + REFRESH_IDLE_MS),
    family_expires_at: place.familyExpiresAt,
  });
  const claims = { userId: user.id, workspaceId: user.workspace_id, role: user.role, scopes: scopesOf(user) };
  return { access: await deps.tokens.signAccess(claims), refresh: refreshToken };
}
