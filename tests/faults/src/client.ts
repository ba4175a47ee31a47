import { eventually } from '@outreach/testing';

const CALL_TIMEOUT_MS = 40_000;
const ANSWERED_WITHIN_MS = 30_000;
/** Long enough that the retries of a minute stay below the write limit of a key. */
const RETRY_PAUSE_MS = 300;

/** A response of the API, with its body as text and, where it is JSON, as a value. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read responses of many shapes.
  readonly body: any;
  readonly tookMs: number;
}

export interface Call {
  readonly method?: string;
  readonly route: string;
  readonly key: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** Sends one request without a retry. */
export async function request(baseUrl: string, call: Call): Promise<Answer> {
  const { method = 'GET', route, key, body, idempotencyKey } = call;
  const startedAtMs = performance.now();
  const response = await fetch(`${baseUrl}${route}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const { status, headers } = response;
  const tookMs = performance.now() - startedAtMs;
  return { status, headers, text, body: isJson ? JSON.parse(text) : undefined, tookMs };
}

/** Retries the request with the same Idempotency-Key until it gets a final response. */
export async function postUntilAnswered(baseUrl: string, call: Call): Promise<Answer> {
  return eventually(
    async () => {
      const answer = await request(baseUrl, { ...call, method: 'POST' });
      const isOpen = answer.status >= 500 || answer.body?.error?.code === 'idempotency_in_progress';
      if (isOpen) throw new Error(`${String(answer.status)} ${answer.text}`);
      return answer;
    },
    { timeoutMs: ANSWERED_WITHIN_MS, pollMs: RETRY_PAUSE_MS },
  );
}
