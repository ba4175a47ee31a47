import { HttpRefusal } from '@outreach/http-kit';
import type { TrackingHosts } from '../tracking/tracking-hosts.ts';
import type { Middleware } from './exchange.ts';

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
