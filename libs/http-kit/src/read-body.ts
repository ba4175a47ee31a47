import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from './refusals.ts';

/** Timeout for a body to arrive. */
export const BODY_TIMEOUT_MS = 30_000;

export interface BodyLimits {
  readonly bytesMax: number;
  readonly timeoutMs?: number;
}

const EMPTY = Buffer.alloc(0);

/**
 * Reads the JSON body; empty if there is none. Bytes beyond the limit are read and discarded.
 * @throws HttpRefusal for a body that is too large, too slow or incomplete, or has a wrong media type or encoding.
 */
export async function readJsonBody(req: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const declared = req.headers['content-length'];
  const isChunked = req.headers['transfer-encoding'] !== undefined;
  if (!isChunked && (declared === undefined || declared === '0')) return EMPTY;
  if (Number(declared ?? 0) > limits.bytesMax) throw new HttpRefusal('body_too_large');
  if (!isChunked) requireJson(req);
  const bytes = await collect(req, limits);
  if (bytes.length > 0) requireJson(req);
  return bytes;
}

const JSON_TYPE = /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?\s*;?\s*$/i;

function requireJson(req: IncomingMessage): void {
  const encoding = req.headers['content-encoding'] ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity') throw new HttpRefusal('wrong_encoding');
  if (!JSON_TYPE.test(req.headers['content-type'] ?? '')) throw new HttpRefusal('wrong_media_type');
}

async function collect(req: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let byteCount = 0;
    const timer = setTimeout(() => finish('too_slow'), limits.timeoutMs ?? BODY_TIMEOUT_MS);
    const onData = (chunk: Buffer): void => {
      byteCount += chunk.length;
      if (byteCount > limits.bytesMax) finish('body_too_large');
      else chunks.push(chunk);
    };
    const onEnd = (): void => finish(undefined);
    const onClose = (): void => finish('unreadable');
    const finish = (refusal: 'too_slow' | 'body_too_large' | 'unreadable' | undefined): void => {
      clearTimeout(timer);
      req.off('data', onData).off('end', onEnd).off('close', onClose);
      if (refusal === undefined) {
        resolve(chunks.length === 1 ? (chunks[0] ?? EMPTY) : Buffer.concat(chunks));
        return;
      }
      req.resume();
      reject(new HttpRefusal(refusal, refusal === 'too_slow' ? { Connection: 'close' } : {}));
    };
    req.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}
