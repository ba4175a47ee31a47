import type { IncomingMessage } from 'node:http';
import { ByteBuffer } from './byte-buffer.ts';
import { discardBytes, isChunked, receiveBytes } from './receive-bytes.ts';
import { HttpRefusal } from '../refusals.ts';

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
  const hasNoLength = isChunked(req);
  if (!hasNoLength && (declared === undefined || declared === '0')) return EMPTY;
  if (Number(declared ?? 0) > limits.bytesMax) throw new HttpRefusal('body_too_large');
  if (!hasNoLength) requireJson(req);
  const bytes = await collect(req, limits);
  if (bytes.length > 0) requireJson(req);
  return bytes;
}

/** Each run of spaces belongs to one place of the pattern, so that a long one takes linear time. */
const JSON_TYPE = /^application\/json\s*(?:;\s*(?:charset\s*=\s*"?utf-8"?\s*(?:;\s*)?)?)?$/i;

function requireJson(req: IncomingMessage): void {
  const encoding = req.headers['content-encoding'] ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity') throw new HttpRefusal('wrong_encoding');
  if (!JSON_TYPE.test(req.headers['content-type'] ?? '')) throw new HttpRefusal('wrong_media_type');
}

async function collect(req: IncomingMessage, { bytesMax, timeoutMs }: BodyLimits): Promise<Buffer> {
  const body = new ByteBuffer(bytesMax);
  try {
    for await (const bytes of receiveBytes(req, { timeoutMs: timeoutMs ?? BODY_TIMEOUT_MS }))
      if (!body.append(bytes)) throw new HttpRefusal('body_too_large');
    return body.view();
  } catch (thrown) {
    discardBytes(req);
    throw thrown;
  }
}
