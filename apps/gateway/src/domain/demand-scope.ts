import { AppError } from '@outreach/errors';
import type { RequiredScope } from '@outreach/service-kit';
import type { Caller } from './credentials/caller.ts';

/** @throws AppError permission_denied naming the scope that would do. */
export function demandScope(caller: Pick<Caller, 'scopes'>, required: RequiredScope): void {
  if (typeof required === 'string' || required.some((scope) => caller.scopes.has(scope))) return;
  const [scope] = required;
  throw new AppError('permission_denied', `The scope ${scope} is required.`, {
    details: { required_scope: scope },
  });
}
