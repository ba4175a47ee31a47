import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { RouteDeps } from '../deps.ts';
import type { RouteRow } from '@outreach/http-kit';
import { groupByPath } from './route-table.ts';
import { serve, type ServeOptions } from './serve.ts';

export interface ExpressAppOptions extends ServeOptions {
  readonly rows: readonly RouteRow<RouteDeps>[];
  /** Networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
}

/** The table of rows as an express application. */
export function createExpressApp(options: ExpressAppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.set('trust proxy', [...options.trustedProxies]);
  app.use(mendPercentEncoding);
  const router = express.Router({ strict: true, caseSensitive: true });
  for (const path of groupByPath(options.rows)) router.all(path.pattern, serve(path, options));
  router.use(serve(undefined, options));
  app.use(router);
  return app;
}

/** A path segment with broken percent-encoding is an id that nobody has, not an error of the router. */
function mendPercentEncoding(req: Request, _res: Response, next: NextFunction): void {
  const [path = '', ...search] = req.url.split('?');
  if (path.includes('%')) req.url = [path.split('/').map(mendSegment).join('/'), ...search].join('?');
  next();
}

function mendSegment(segment: string): string {
  try {
    decodeURIComponent(segment);
    return segment;
  } catch {
    return segment.replaceAll('%', '%25');
  }
}
