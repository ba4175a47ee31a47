import { authErrors, isScope, type Scope } from '@outreach/contracts-auth';
import { invalidField } from '@outreach/errors';

/** Returns each listed scope once. @throws AppError invalid_argument on the first unknown scope. */
export function parseScopes(listed: readonly string[]): readonly Scope[] {
  const scopes = listed.map((scope, index) => {
    if (!isScope(scope)) throw invalidField(`scopes[${index}]`, `scopes[${index}] is not a known scope.`);
    return scope;
  });
  return [...new Set(scopes)];
}

/** @throws AppError permission_denied with the first scope that the caller does not have. */
export function requireScopes(required: readonly string[], held: ReadonlySet<string>): void {
  const missing = required.find((scope) => !held.has(scope));
  if (missing !== undefined)
    throw authErrors.scopeBeyondCaller.make({ details: { required_scope: missing } });
}
