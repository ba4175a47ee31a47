import type { GatewayRoute } from '../routes/index.ts';
import type { Middleware } from './exchange.ts';
import { createPathTable } from './path-table.ts';

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
