import { authErrors, isRole, ROLE_SCOPES, type Role, type Scope } from '@outreach/contracts-auth';
import type { CallContext } from '@outreach/service-kit';
import type { User } from './model.ts';
import { demandSubset, scopesOf } from './scopes-of.ts';

type Caller = Pick<CallContext, 'principal' | 'scopes'>;

/** Highest first. */
const ROLES: readonly Role[] = Object.keys(ROLE_SCOPES).filter(isRole);

/**
 * What a caller ranks as among users: a user as their role, an API key as the highest role all of whose scopes it
 * holds. Undefined for who manages no users.
 */
export function rankOf({ principal, scopes }: Caller): Role | undefined {
  if (principal.type === 'user') return isRole(principal.role) ? principal.role : undefined;
  if (principal.type !== 'api_key') return undefined;
  return ROLES.find((role) => ROLE_SCOPES[role].every((scope: Scope) => scopes.has(scope)));
}

/**
 * The caller may manage, or make, a user of that role and those extra scopes.
 * @throws AppError permission_denied, with `required_scope` where a scope is missing.
 */
export function demandRank(caller: Caller, user: Pick<User, 'role' | 'scopes'>): void {
  demandSubset(scopesOf(user), caller.scopes);
  const rank = rankOf(caller);
  if (rank === undefined || ROLES.indexOf(user.role) < ROLES.indexOf(rank))
    throw authErrors.roleBeyondCaller.make();
}
