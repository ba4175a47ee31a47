import { authErrors } from '@outreach/contracts-auth';
import { AppError } from '@outreach/errors';
import { scopeOf } from '@outreach/http-kit';
import type { RequiredScope } from '@outreach/service-kit/rpc';
import type { Caller } from '../credentials/caller.ts';
import type { Middleware } from './exchange.ts';

/** 403: the credential lacks every scope that the route accepts, or is an API key where only users may call. */
export const requireScope: Middleware = (_req, res, next) => {
  const { caller, route, search } = res.locals;
  if (caller !== undefined && route !== undefined) {
    checkScope(caller, scopeOf(route, search));
    if (route.isForUsers === true && caller.principal.type !== 'user') throw authErrors.usersOnly.make();
  }
  next();
};

/** @throws AppError permission_denied with the first accepted scope. */
function checkScope(caller: Caller, required: RequiredScope): void {
  if (typeof required === 'string' || required.some((scope) => caller.scopes.has(scope))) return;
  const [scope] = required;
  throw new AppError('permission_denied', `The scope ${scope} is required.`, {
    details: { required_scope: scope },
  });
}
