import { parseJson, readJsonBody } from '@outreach/http-kit/body';
import type { Exchange, Middleware } from './exchange.ts';

const BODY_BYTES_MAX = 1_048_576;

/**
 * 408, 413, 415, and 400 for text that is not JSON. An empty body is an empty object, so that validation names the
 * missing fields. Uploads are read by their handlers.
 */
export function readBody(timeoutMs: number): Middleware {
  const read = async (exchange: Exchange, bytesMax: number, next: () => void): Promise<void> => {
    const bytes = await readJsonBody(exchange.req, { bytesMax, timeoutMs });
    exchange.body = bytes.length === 0 ? {} : parseJson(bytes);
    next();
  };
  return (_req, res, next) => {
    const exchange = res.locals;
    const { route } = exchange;
    if (route?.body !== undefined) return read(exchange, route.bodyBytesMax ?? BODY_BYTES_MAX, next);
    next();
    return undefined;
  };
}
