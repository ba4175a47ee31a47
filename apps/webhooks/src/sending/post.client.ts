import { innerErrors, thrownText } from '@outreach/errors';
import { AddressRefused, readRetryAfter } from '@outreach/outbound-kit';
import type { Clock } from '@outreach/service-kit';
import { request, type Dispatcher } from 'undici';
import { isSuccess, type ExchangeResult, type Post } from './exchange.ts';

/** Timeout of the whole exchange, from connect to the last byte of the body. */
export const EXCHANGE_MS_MAX = 30_000;
/** Timeout of the body, which is read for the log only: the status decides the outcome. */
const BODY_MS_MAX = 5_000;
const BODY_BYTES_MAX = 2 * 1_048_576;
const LOGGED_BYTES_MAX = 2_048;

export interface PostOptions {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** Timeout in ms of the whole exchange; 30 s by default. */
  readonly exchangeMsMax?: number;
  /** Timeout in ms of the body; 5 s by default. */
  readonly bodyMsMax?: number;
}

/** One POST over the shared pool. Redirects are not followed, nothing is decompressed. */
export function createPost(options: PostOptions): Post {
  const { dispatcher, clock, exchangeMsMax = EXCHANGE_MS_MAX, bodyMsMax = BODY_MS_MAX } = options;
  return async ({ url, headers, body: content, atMs }) => {
    const startedAtMs = performance.now();
    const end = (
      result: Pick<ExchangeResult, 'status_code' | 'response_body' | 'error' | 'retry_at_ms'>,
    ): ExchangeResult => ({
      ...result,
      latency_ms: Math.round(performance.now() - startedAtMs),
      started_at_ms: atMs,
      ended_at_ms: clock.now(),
    });
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), exchangeMsMax);
    try {
      const response = await request(url, {
        dispatcher,
        method: 'POST',
        headers: { ...headers },
        body: content,
        signal: abort.signal,
        headersTimeout: EXCHANGE_MS_MAX,
        bodyTimeout: EXCHANGE_MS_MAX,
      });
      const status = response.statusCode;
      const body = await readStart(response.body, bodyMsMax);
      const error = isSuccess({ status_code: status }) ? null : `The endpoint answered ${status}.`;
      const retryAtMs = readRetryAfter(response.headers['retry-after'], clock.now());
      return end({ status_code: status, response_body: body, error, retry_at_ms: retryAtMs });
    } catch (err) {
      const error = abort.signal.aborted ? 'No response within 30 seconds.' : describe(err);
      return end({ status_code: null, response_body: null, error, retry_at_ms: undefined });
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Returns the first bytes of the body as text. An error in the rest of the body is ignored. */
async function readStart(body: Dispatcher.ResponseData['body'], timeoutMs: number): Promise<string> {
  const kept: Buffer[] = [];
  let size = 0;
  let keptSize = 0;
  const timer = setTimeout(() => body.destroy(), timeoutMs);
  try {
    for await (const piece of body) {
      const chunk = bytesOf(piece);
      if (keptSize < LOGGED_BYTES_MAX) {
        const start = chunk.subarray(0, LOGGED_BYTES_MAX - keptSize);
        kept.push(start);
        keptSize += start.length;
      }
      size += chunk.length;
      if (size > BODY_BYTES_MAX) break;
    }
  } catch {
    // The body was cut off, by the receiver or by the limits above.
  } finally {
    clearTimeout(timer);
    if (!body.destroyed) body.destroy();
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(kept));
}

function bytesOf(chunk: unknown): Buffer {
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.from(String(chunk));
}

/**
 * Messages for the error codes of Node and undici. The text of an unknown error may name internals and is not shown.
 */
const MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was reset.',
  EPIPE: 'The connection was reset.',
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The host name could not be resolved.',
  EHOSTUNREACH: 'The host is not reachable.',
  ENETUNREACH: 'The network is not reachable.',
  ETIMEDOUT: 'The connection timed out.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection timed out.',
  UND_ERR_HEADERS_TIMEOUT: 'No response within 30 seconds.',
  UND_ERR_SOCKET: 'The connection was closed without a response.',
  UND_ERR_HEADERS_OVERFLOW: 'The response headers are too large.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate cannot be verified.',
  EPROTO: 'The TLS handshake failed.',
};

function describe(err: unknown): string {
  if (isRefusal(err)) return 'The address is not allowed.';
  const code = codeOf(err) ?? '';
  // The parser of undici sets a code for some of its errors only.
  const isParserError = thrownText(err, 'name') === 'HTTPParserError' || code.startsWith('HPE_');
  if (isParserError) return 'The response is not HTTP.';
  return MESSAGES[code] ?? 'The delivery failed.';
}

function isRefusal(err: unknown): boolean {
  return err instanceof AddressRefused || innerErrors(err).some(isRefusal);
}

/** The error of a connection to several addresses has an error for each of them. */
function codeOf(err: unknown): string | undefined {
  const inner = () => innerErrors(err).map(codeOf);
  return thrownText(err, 'code') ?? inner().find((code) => code !== undefined);
}
