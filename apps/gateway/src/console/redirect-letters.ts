import { HttpRefusal } from '@outreach/http-kit';
import type { Middleware } from '../pipeline/exchange.ts';
import type { Respond } from '../pipeline/respond.ts';
import { CONSOLE_PATH } from './console-files.ts';

const PAGES: ReadonlyMap<string, string> = new Map([
  ['/invite', 'invite'],
  ['/reset', 'reset'],
]);
const METHODS = 'GET, HEAD, OPTIONS';

/**
 * Redirects the links of letters, `/invite?token=…` and `/reset?token=…`, to pages of the console. The token moves to the
 * fragment, which browsers send to no server, and no referrer contains it.
 */
export function redirectLetters(respond: Respond): Middleware {
  return async (req, res, next) => {
    const page = PAGES.get(req.path.replace(/\/$/, ''));
    if (page === undefined) {
      next();
      return;
    }
    if (req.method === 'OPTIONS') {
      await respond(res.locals, { status: 204, headers: { Allow: METHODS } });
      return;
    }
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw new HttpRefusal('unknown_method', { Allow: METHODS });
    const token = new URLSearchParams(req.url.split('?')[1]).get('token') ?? '';
    const fragment = new URLSearchParams({ token }).toString();
    await respond(res.locals, {
      status: 302,
      headers: {
        Location: `${CONSOLE_PATH}${page}#${fragment}`,
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-store',
      },
    });
  };
}
