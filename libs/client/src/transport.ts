import type { Credentials, TokenApi } from './credentials.ts';
import { isRecord, NetworkError, RedirectError } from './errors.ts';
import { retryDelayMs, type Clock } from './retries.ts';
import { shareRunning } from './share-running.ts';

/** What one attempt sends and when it ends. */
export interface Attempt {
  /** Absent on public operations. */
  readonly token: string | undefined;
  readonly signal: AbortSignal;
}

/** A request that can be sent more than once. */
export interface Exchange {
  attempt(attempt: Attempt): Promise<Response>;
  /** The time limit of one attempt. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Operations on tokens carry no credential. Only 429 repeats them, since a refresh token is used once. */
  readonly isTokenCall: boolean;
  /** The caller reads the body, without a time limit. */
  readonly isStreamed: boolean;
}

export interface TransportOptions {
  readonly credentials: Credentials | undefined;
  readonly tokens: TokenApi;
  readonly attemptCountMax: number;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
}

/** The result of one attempt. Errors of the credentials and of the caller are thrown: they are not repeated. */
type Outcome = Response | NetworkError;

/** Sends requests with a credential, within a time limit, as often as the rules of retries allow. */
export interface Transport {
  send(exchange: Exchange): Promise<Response>;
}

export function createTransport(options: TransportOptions): Transport {
  const { credentials, tokens, attemptCountMax, clock } = options;
  const refresh = credentials?.refresh?.bind(credentials);
  const renew = refresh === undefined ? undefined : shareRunning(async () => refresh(tokens));

  async function authorized(exchange: Exchange, signals: readonly AbortSignal[]): Promise<Outcome> {
    if (exchange.isTokenCall || credentials === undefined) return limited(exchange, undefined, signals);
    const token = await credentials.accessToken(tokens);
    const outcome = await limited(exchange, token, signals);
    if (outcome instanceof NetworkError || outcome.status !== 401 || renew === undefined) return outcome;
    // Another call has perhaps replaced the token in the meantime.
    const current = await credentials.accessToken(tokens);
    return limited(exchange, current === token ? await renew() : current, signals);
  }

  async function send(exchange: Exchange): Promise<Response> {
    const signals = [options.signal, exchange.signal].filter((signal) => signal !== undefined);
    for (let count = 1; ; count += 1) {
      const outcome = await authorized(exchange, signals);
      const isLast = count >= attemptCountMax || outcome instanceof RedirectError;
      const response = outcome instanceof NetworkError ? undefined : outcome;
      const mayRepeat = !exchange.isTokenCall || response?.status === 429;
      const delayMs = isLast || !mayRepeat ? undefined : retryDelayMs(response, count, clock.random);
      if (delayMs !== undefined) {
        await clock.sleep(delayMs, signals);
      } else if (outcome instanceof NetworkError) throw outcome;
      else return outcome;
    }
  }

  return { send };
}

/** One attempt, which ends after its time limit. Throws the reason of a signal that is aborted. */
async function limited(
  exchange: Exchange,
  token: string | undefined,
  signals: readonly AbortSignal[],
): Promise<Outcome> {
  for (const signal of signals) signal.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, exchange.timeoutMs);
  for (const signal of signals) signal.addEventListener('abort', abort);
  let isStreaming = false;
  try {
    const response = await exchange.attempt({ token, signal: controller.signal });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      throw new RedirectError('The server answered with a redirect. Set baseUrl to its final address.');
    }
    isStreaming = exchange.isStreamed && response.ok;
    return isStreaming ? response : await buffered(response);
  } catch (error) {
    for (const signal of signals) signal.throwIfAborted();
    if (error instanceof NetworkError) return error;
    const text = controller.signal.aborted
      ? `No response in ${exchange.timeoutMs} ms.`
      : `The request failed: ${reasonOf(error)}.`;
    return new NetworkError(text, { cause: error });
  } finally {
    clearTimeout(timer);
    if (!isStreaming) for (const signal of signals) signal.removeEventListener('abort', abort);
  }
}

/** The code of the system, such as ECONNREFUSED, or the message. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  if (isRecord(cause) && typeof cause['code'] === 'string') return cause['code'];
  return error instanceof Error ? error.message : String(error);
}

/** The response with its whole body read, so that a connection that fails in the body is also repeated. */
async function buffered(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const bytes = await response.arrayBuffer();
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers });
}
