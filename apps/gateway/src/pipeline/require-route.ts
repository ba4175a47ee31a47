import { HttpRefusal } from '@outreach/http-kit';
import type { Middleware } from './exchange.ts';

/** 404 on an unknown path; 405 with Allow on an unknown method. */
export const requireRoute: Middleware = (_req, res, next) => {
  const { path, route } = res.locals;
  if (path === undefined) throw new HttpRefusal('unknown_path');
  if (route === undefined) throw new HttpRefusal('unknown_method', { Allow: path.allow });
  next();
};
