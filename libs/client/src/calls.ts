import createFetchClient from 'openapi-fetch';
import { OutreachError } from './errors.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { requirePath } from './require-path.ts';
import type { Transport } from './transport.ts';
import type { CallSettings, Method } from './types.ts';

/** Operations that need no credential and take no Idempotency-Key. */
const TOKEN_PATH = '/api/v1/auth/token/';
const TIMEOUT_DEFAULT_MS = 60_000;

/** The options of any operation. */
export interface AnyOptions extends CallSettings {
  readonly params?: AnyParams;
  readonly body?: unknown;
  readonly parseAs?: 'text' | 'blob' | 'arrayBuffer' | 'stream';
}

interface AnyParams {
  query?: Record<string, unknown>;
  path?: Record<string, unknown>;
  header?: Record<string, unknown>;
}

/** The API without its types: openapi-fetch writes the requests, and the methods of the client add the types. */
type AnyPaths = Record<
  string,
  Record<Method, { parameters: AnyParams; requestBody?: AnyBody; responses: AnyReplies }>
>;
interface AnyBody {
  content: { 'application/json': unknown };
}
interface AnyReplies {
  200: { content: { 'application/json': unknown } };
}

/** Makes one call: sends the request and returns the body of its response. */
export type Call = (method: Method, path: string, options?: AnyOptions) => Promise<unknown>;

export interface CallsOptions {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly timeoutMs: number | undefined;
}

/** @throws OutreachError if the API refuses the request, NetworkError without a response. */
export function createCalls(transport: Transport, options: CallsOptions): Call {
  const api = createFetchClient<AnyPaths>({
    baseUrl: options.baseUrl,
    redirect: 'manual',
    credentials: 'omit',
  });

  return async (method, path, { params = {}, body, parseAs = 'text', ...settings } = {}) => {
    requirePath(path, params.path);
    const isTokenCall = path.startsWith(TOKEN_PATH);
    const send = async (request: Request): Promise<Response> =>
      transport.send({
        attempt: async ({ token, signal }) => options.fetch(withToken(request.clone(), token, signal)),
        timeoutMs: settings.timeoutMs ?? options.timeoutMs ?? TIMEOUT_DEFAULT_MS,
        signal: settings.signal,
        isTokenCall,
        isStreamed: parseAs === 'stream',
      });
    const key = method === 'post' && !isTokenCall ? (settings.idempotencyKey ?? idempotencyKey()) : undefined;
    const { response, data, error } = await api.request(method, path, {
      params,
      ...(body === undefined ? {} : { body }),
      headers: { 'Idempotency-Key': key },
      parseAs,
      fetch: send,
    });
    if (!response.ok) throw new OutreachError(response, error);
    return parseAs === 'text' ? parseBody(response, data) : data;
  };
}

function withToken(request: Request, token: string | undefined, signal: AbortSignal): Request {
  const headers = new Headers(request.headers);
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  return new Request(request, { headers, signal });
}

function parseBody(response: Response, text: unknown): unknown {
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
  return isJson && typeof text === 'string' ? JSON.parse(text) : text;
}
