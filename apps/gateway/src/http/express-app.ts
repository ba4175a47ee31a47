import type { RouteRow } from '@outreach/http-kit';
import express, { type Express, type Request, type Response } from 'express';
import type { RouteDeps } from '../deps.ts';
import { pathTable } from './route-table.ts';
import { serve, type ServeOptions } from './serve.ts';

export interface ExpressAppOptions extends ServeOptions {
  readonly rows: readonly RouteRow<RouteDeps>[];
  /** Networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
}

/** The table of rows as an express application; its one handler finds the path itself, by the tree of them all. */
export function createExpressApp(options: ExpressAppOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.set('trust proxy', [...options.trustedProxies]);
  const find = pathTable(options.rows);
  app.use((req: Request, res: Response) => serve({ req, res, found: find(pathOf(req.url)) }, options));
  return app;
}

/** A proxy may be sent a whole address in the place of a path (RFC 9112 §3.2.2). */
function pathOf(url: string): string {
  if (!url.startsWith('/')) return URL.parse(url)?.pathname ?? url;
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
