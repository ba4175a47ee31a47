import { innerErrors, thrownText } from '@outreach/errors';
import {
  AddressRefused,
  discard,
  readRetryAfter,
  readText,
  signMessage,
  type SignatureKey,
} from '@outreach/outbound-kit';
import type { Clock, NewId } from '@outreach/service-kit';
import { counter, histogram } from '@outreach/service-kit/metrics';
import { request, type Dispatcher } from 'undici';
import type { ThirdParty } from './platform.ts';
import type { PlatformAdapter, Submission, SubmitResult } from './ports.ts';
import { readAnswer } from './read-answer.ts';
import { toBatches, type Batch } from './to-batches.ts';

/** Timeout of the whole exchange, from connect to the last byte of the response. */
const EXCHANGE_MS_MAX = 30_000;
const ANSWER_BYTES_MAX = 1_048_576;
const USER_AGENT = 'outreach-platforms/1.0';
const TOO_LARGE = 'The email is too large for a platform: it has more than 4 MiB.';
const UNANSWERED = 'The platform did not answer as agreed; it may have accepted the email.';
const REFUSED = 'The platform refused the batch.';

const exchanges = histogram(
  'platform_request_seconds',
  'Time of one request to the adapter of a sending platform, by platform and result.',
  ['platform', 'result'],
);
const messages = counter(
  'platform_messages_total',
  'Emails that were submitted to sending platforms, by platform and result.',
  ['platform', 'result'],
);

export interface HttpAdapterOptions {
  readonly platform: ThirdParty;
  readonly url: string;
  readonly key: SignatureKey;
  readonly callbackUrl: string;
  /** Connects through the address guard. */
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly ids: NewId;
  /** 30 seconds by default. */
  readonly timeoutMs?: number;
}

/** Submits batches by signed POSTs. docs/platforms.md describes them. */
export function createHttpAdapter(options: HttpAdapterOptions): PlatformAdapter {
  const { platform, callbackUrl } = options;
  return {
    platform,
    submit: async (submitted, signal) => {
      const submission = await submitAll(
        options,
        toBatches(submitted, { platform, callback_url: callbackUrl }),
        signal,
      );
      for (const { kind: result } of submission.results.values()) messages.inc({ platform, result });
      return submission;
    },
  };
}

/** One request after the other. After a failure the rest is not submitted. */
async function submitAll(
  options: HttpAdapterOptions,
  { batches, tooLargeIds }: ReturnType<typeof toBatches>,
  signal: AbortSignal,
): Promise<Submission> {
  const results = new Map<string, SubmitResult>(
    tooLargeIds.map((id) => [id, { kind: 'failed', error: TOO_LARGE }]),
  );
  let failure: Submission['failure'];
  for (const batch of batches) {
    const exchange: Exchange =
      failure === undefined ? await post(options, batch, signal) : { kind: 'not_submitted' };
    for (const id of batch.ids) results.set(id, resultOf(exchange, id));
    failure ??= failureOf(exchange, batch);
  }
  return { results, failure };
}

/** The result of one request. */
type Exchange =
  | { readonly kind: 'answered'; readonly results: ReadonlyMap<string, SubmitResult> }
  /** The platform has certainly accepted no message, and takes none before a time. */
  | { readonly kind: 'not_submitted'; readonly error?: string; readonly retryAt?: Date | undefined }
  /** The platform refused the content of the batch, and accepted no message. */
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'unknown'; readonly error: string };

function resultOf(exchange: Exchange, id: string): SubmitResult {
  switch (exchange.kind) {
    case 'answered':
      return exchange.results.get(id) ?? { kind: 'unknown', error: UNANSWERED };
    case 'not_submitted':
      return { kind: 'not_submitted' };
    case 'refused':
      return { kind: 'retry', error: REFUSED, retryAt: undefined };
    case 'unknown':
      return { kind: 'unknown', error: UNANSWERED };
  }
}

function failureOf(exchange: Exchange, { ids }: Batch): Submission['failure'] {
  if (exchange.kind === 'answered')
    return ids.some((id) => exchange.results.has(id))
      ? undefined
      : { error: 'The response has no result of the batch.', retryAt: undefined };
  const retryAt = exchange.kind === 'not_submitted' ? exchange.retryAt : undefined;
  return { error: exchange.error ?? 'The platform was not reached.', retryAt };
}

async function post(options: HttpAdapterOptions, batch: Batch, signal: AbortSignal): Promise<Exchange> {
  const { url, key, dispatcher, clock, ids, platform, timeoutMs = EXCHANGE_MS_MAX } = options;
  const { body } = batch;
  const startedAtMs = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  let exchange: Exchange;
  try {
    const response = await request(url, {
      dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': USER_AGENT,
        ...signMessage(key, { id: ids('bat'), body, atMs: clock.now() }),
      },
      body,
      signal: AbortSignal.any([signal, timeout]),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    exchange = await readResponse(response, clock);
  } catch (err) {
    const error = timeout.aborted ? 'The platform did not answer in time.' : describe(err);
    exchange = { kind: isNotSubmitted(err) ? 'not_submitted' : 'unknown', error };
  }
  exchanges.observe({ platform, result: exchange.kind }, (performance.now() - startedAtMs) / 1_000);
  return exchange;
}

/** Statuses with which a platform takes no message at all: it is busy, or one of the two sides is not configured. */
const NOT_TAKEN: ReadonlySet<number> = new Set([401, 403, 404, 405, 407, 410, 421, 429, 503]);

async function readResponse(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  clock: Clock,
): Promise<Exchange> {
  try {
    const error = `The platform answered ${statusCode}.`;
    if (NOT_TAKEN.has(statusCode) || (statusCode >= 300 && statusCode < 400)) {
      const retryAtMs = readRetryAfter(headers['retry-after'], clock.now());
      return {
        kind: 'not_submitted',
        error,
        retryAt: retryAtMs === undefined ? undefined : new Date(retryAtMs),
      };
    }
    if (statusCode >= 400 && statusCode < 500) return { kind: 'refused', error };
    if (statusCode < 200 || statusCode >= 300) return { kind: 'unknown', error };
    const results = readAnswer(await readText(body, ANSWER_BYTES_MAX), new Date(clock.now()));
    return results === undefined
      ? { kind: 'unknown', error: 'The response is not as agreed.' }
      : { kind: 'answered', results };
  } finally {
    discard(body);
  }
}

/** Errors before the first byte of the request is sent. */
const BEFORE_REQUEST: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function isNotSubmitted(err: unknown): boolean {
  if (err instanceof AddressRefused) return true;
  // A connection to a name with several addresses has an error for each of them.
  const errors = innerErrors(err);
  if (errors.length > 0) return errors.every(isNotSubmitted);
  return BEFORE_REQUEST.has(thrownText(err, 'code') ?? '');
}

function describe(err: unknown): string {
  if (err instanceof AddressRefused) return 'The address of the platform is not allowed.';
  const code = thrownText(err, 'code');
  return code === undefined ? 'The request failed.' : `The request failed (${code}).`;
}
