import { authErrors } from '@outreach/contracts-auth';
import { AppError } from '@outreach/errors';
import { HttpRefusal, scopeOf } from '@outreach/http-kit';
import { parseJson, readJsonBody } from '@outreach/http-kit/body';
import type { RequiredScope } from '@outreach/service-kit/rpc';
import type { Caller } from '../credentials/caller.ts';
import type { GatewayRoute } from '../routes/index.ts';
import type { TrackingHosts } from '../tracking/tracking-hosts.ts';
import type { Middleware } from './exchange.ts';
import { idempotencyTag, readIdempotencyKey } from './idempotency-tag.ts';
import { createPathTable } from './path-table.ts';

const BODY_BYTES_MAX = 1_048_576;

/** Finds the route of path and method for the later checks. An unknown path becomes a 404 only in `requireRoute`. */
export function findRoute(routes: readonly GatewayRoute[]): Middleware {
  const find = createPathTable(routes);
  return (req, res, next) => {
    const exchange = res.locals;
    const { method, url } = req;
    const queryStart = url.indexOf('?');
    exchange.search = queryStart === -1 ? '' : url.slice(queryStart + 1);
    exchange.pathname = pathOf(url, queryStart);
    const found = find(exchange.pathname);
    if (found !== undefined) {
      exchange.path = found.routes;
      exchange.params = found.params;
      exchange.route = found.routes.byMethod.get(method === 'HEAD' ? 'GET' : method);
    }
    next();
  };
}

/** A proxy may receive an absolute URL instead of a path (RFC 9112 §3.2.2). */
function pathOf(url: string, queryStart: number): string {
  if (!url.startsWith('/')) return URL.parse(url)?.pathname ?? url;
  return queryStart === -1 ? url : url.slice(0, queryStart);
}

/** 400: a request of HTTP/1.1 names its host (RFC 9112 §3.2). */
export const requireHost: Middleware = (req, _res, next) => {
  if (req.headers.host === undefined && req.httpVersion === '1.1') throw new HttpRefusal('unreadable');
  next();
};

/** 404: only the links in emails exist on the hosts of links. They are answered before. */
export function refuseTrackingHost({ has }: Pick<TrackingHosts, 'has'>): Middleware {
  return async (req, _res, next) => {
    if (await has(hostOf(req))) throw new HttpRefusal('unknown_path');
    next();
  };
}

/** Empty for a request of HTTP/1.0 that names no host. */
function hostOf({ hostname }: { readonly hostname: string | undefined }): string {
  return hostname ?? '';
}

/** 404 on an unknown path; 405 with Allow on an unknown method. */
export const requireRoute: Middleware = (_req, res, next) => {
  const { path, route } = res.locals;
  if (path === undefined) throw new HttpRefusal('unknown_path');
  if (route === undefined) throw new HttpRefusal('unknown_method', { Allow: path.allow });
  next();
};

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

/**
 * 408, 413, 415, and 400 for text that is not JSON. An empty body is an empty object, so that validation names the
 * missing fields. Uploads are read by their handlers.
 */
export function readBody(timeoutMs: number): Middleware {
  return async (req, res, next) => {
    const { route } = res.locals;
    if (route?.body !== undefined) {
      const bytes = await readJsonBody(req, { bytesMax: route.bodyBytesMax ?? BODY_BYTES_MAX, timeoutMs });
      res.locals.body = bytes.length === 0 ? {} : parseJson(bytes);
    }
    next();
  };
}

/** 400 for the Idempotency-Key, the query and the body, in this order; 404 for a malformed id in the path. */
export const validate: Middleware = (req, res, next) => {
  const exchange = res.locals;
  const { route, params, search, body } = exchange;
  if (route?.idempotent === true) {
    const header = req.headers['idempotency-key'];
    exchange.idempotencyKey = readIdempotencyKey(Array.isArray(header) ? header.join(', ') : header);
  }
  exchange.call = route?.parse({ params, search, body });
  next();
};

/** Identifies the request by its Idempotency-Key. The backend stores the first reply and repeats it. */
export const tagIdempotency: Middleware = (req, res, next) => {
  const exchange = res.locals;
  const { caller, idempotencyKey: key, pathname: path, search, body } = exchange;
  if (key !== undefined && caller !== undefined) {
    const { workspaceId, principalId } = caller;
    const { method } = req;
    exchange.idempotency = idempotencyTag({ workspaceId, principalId, key, method, path, search, body });
  }
  next();
};
