import { eventually } from '@outreach/testing';

const CALL_TIMEOUT_MS = 40_000;
const ANSWERED_WITHIN_MS = 30_000;
/** Long enough that the tries of a minute stay within the limit of a key's writes. */
const RETRY_PAUSE_MS = 300;

/** An answer of the API, with its body as text and, where it is JSON, as a value. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of many shapes.
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

/** One request, without a second try. */
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

/** What a careful client does: the same request with the same key until there is an answer. */
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
