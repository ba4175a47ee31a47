import { authErrors, isScope, ROLE_SCOPES, type Scope } from '@outreach/contracts-auth';
import { invalidField } from '@outreach/errors';
import type { User } from './model.ts';

/** The scopes of the role and those granted beyond it. */
export function scopesOf(user: Pick<User, 'role' | 'scopes'>): readonly Scope[] {
  return [...new Set<Scope>([...ROLE_SCOPES[user.role], ...user.scopes])];
}

/** The listed scopes without repetition. @throws AppError invalid_argument naming the first unknown one. */
export function parseScopes(listed: readonly string[]): readonly Scope[] {
  const scopes = listed.map((scope, index) => {
    if (!isScope(scope)) throw invalidField(`scopes[${index}]`, 'Unknown scope.');
    return scope;
  });
  return [...new Set(scopes)];
}

/** @throws AppError permission_denied naming the first scope that the caller lacks. */
export function demandSubset(wanted: readonly string[], held: ReadonlySet<string>): void {
  const missing = wanted.find((scope) => !held.has(scope));
  if (missing !== undefined)
    throw authErrors.scopeBeyondCaller.make({ details: { required_scope: missing } });
}
