import { HttpRefusal } from '@outreach/http-kit';
import type { TrackingHosts } from '../tracking/tracking-hosts.ts';
import type { Middleware } from './exchange.ts';

/** 404: only the links in emails exist on the hosts of links. They are answered before. */
export function refuseTrackingHost({ has }: Pick<TrackingHosts, 'has'>): Middleware {
  return (req, _res, next) => {
    const isTracking = has(hostOf(req));
    if (typeof isTracking !== 'boolean') return isTracking.then((found) => pass(found, next));
    pass(isTracking, next);
    return undefined;
  };
}

/** Empty for a request of HTTP/1.0 that names no host. */
function hostOf({ hostname }: { readonly hostname: string | undefined }): string {
  return hostname ?? '';
}

function pass(isTracking: boolean, next: () => void): void {
  if (isTracking) throw new HttpRefusal('unknown_path');
  next();
}
