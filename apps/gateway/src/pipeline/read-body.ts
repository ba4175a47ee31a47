import { parseJson, readJsonBody } from '@outreach/http-kit/body';
import type { Middleware } from './exchange.ts';

const BODY_BYTES_MAX = 1_048_576;

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
