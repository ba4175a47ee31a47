import { request, type Dispatcher } from 'undici';
import { discard, readText } from './read-text.ts';

/** Answers of discovery, token and key endpoints are small. */
const ANSWER_BYTES_MAX = 262_144;

export interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export type BoundedFetch = (url: string, init: FetchInit) => Promise<Response>;

/** The server was not reached, or its answer cannot be read. */
export class FetchFailed extends Error {}

/**
 * Requests to authorization servers over the connections of a dispatcher. An answer is read completely, up to its limit;
 * redirects are not followed.
 */
export function createBoundedFetch(dispatcher: Dispatcher): BoundedFetch {
  return async (url, { method, headers, body, signal }) => {
    try {
      const answer = await request(url, {
        dispatcher,
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        body: body instanceof URLSearchParams ? body.toString() : null,
        signal: signal ?? null,
      });
      try {
        const text = await readText(answer.body, ANSWER_BYTES_MAX);
        return new Response(text === '' ? null : text, {
          status: answer.statusCode,
          headers: { 'content-type': textOf(answer.headers['content-type']) },
        });
      } finally {
        discard(answer.body);
      }
    } catch (cause) {
      throw new FetchFailed('The server did not answer.', { cause });
    }
  };
}

/** True if the cause of a failure is a server without an answer. */
export function isUnreached(thrown: unknown): boolean {
  if (thrown instanceof FetchFailed) return true;
  return thrown instanceof Error && thrown.cause !== undefined && isUnreached(thrown.cause);
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : 'application/json';
}
