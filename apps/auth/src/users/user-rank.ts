import { authErrors, isRole, ROLE_SCOPES, type Role, type Scope } from '@outreach/contracts-auth';
import type { CallContext } from '@outreach/service-kit';
import { requireScopes } from '../scopes/index.ts';
import { scopesOf, type User } from './user.ts';

type Caller = Pick<CallContext, 'principal' | 'scopes'>;

/** Highest first. */
const ROLES: readonly Role[] = Object.keys(ROLE_SCOPES).filter(isRole);

/**
 * The rank of a caller among users. A user has the rank of its role; an API key has the rank of the highest role that
 * includes only scopes of the key.
 * Undefined for a caller that cannot manage users.
 */
function rankOf({ principal, scopes }: Caller): Role | undefined {
  if (principal.type === 'user') return isRole(principal.role) ? principal.role : undefined;
  if (principal.type !== 'api_key') return undefined;
  return ROLES.find((role) => ROLE_SCOPES[role].every((scope: Scope) => scopes.has(scope)));
}

/**
 * Checks that the caller may manage, or create, a user with the given role and additional scopes.
 * @throws AppError permission_denied, with `required_scope` if a scope is missing.
 */
export function requireRank(caller: Caller, user: Pick<User, 'role' | 'scopes'>): void {
  requireScopes(scopesOf(user), caller.scopes);
  const rank = rankOf(caller);
  if (rank === undefined || ROLES.indexOf(user.role) < ROLES.indexOf(rank))
    throw authErrors.roleBeyondCaller.make();
}
