import { ByteBuffer } from '@outreach/http-kit/body';
import { AddressRefused, discard, readRetryAfter } from '@outreach/outbound-kit';
import type { Clock } from '@outreach/service-kit';
import { request, type Dispatcher } from 'undici';

const ANSWER_BYTES_MAX = 65_536;
/** The server has nothing about the subject. */
const NO_RESULT_STATUSES: ReadonlySet<number> = new Set([204, 404]);

/** An external server that answers a JSON object to a POST of a JSON object. */
export interface JsonServer {
  readonly url: string;
  /** Sent as a bearer token; none when empty. */
  readonly token: string;
  readonly userAgent: string;
  /** For the whole exchange, from connect to the last byte. */
  readonly timeoutMs: number;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
}

/** A failure whose message contains no personal data: it appears in logs and dead letters. */
export class KnownFailure extends Error {
  /** The server accepts no further request before this time, in ms since the epoch. */
  readonly retryAtMs: number | undefined;

  constructor(message: string, retryAtMs?: number) {
    super(message);
    this.name = 'KnownFailure';
    this.retryAtMs = retryAtMs;
  }
}

/**
 * Returns the answer; an empty object after 204 and 404. Redirects are failures.
 * @throws KnownFailure.
 */
export async function callJsonServer(
  server: JsonServer,
  subject: object,
  signal: AbortSignal,
): Promise<object> {
  const timeout = AbortSignal.timeout(server.timeoutMs);
  try {
    return await exchange(server, subject, AbortSignal.any([signal, timeout]));
  } catch (thrown) {
    if (thrown instanceof KnownFailure) throw thrown;
    if (timeout.aborted) throw new KnownFailure('The provider did not answer in time.');
    throw new KnownFailure(explain(thrown));
  }
}

async function exchange(
  { url, token, userAgent, dispatcher, clock }: JsonServer,
  subject: object,
  signal: AbortSignal,
): Promise<object> {
  const { statusCode, headers, body } = await request(url, {
    dispatcher,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': userAgent,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(subject),
    signal,
  });
  try {
    if (NO_RESULT_STATUSES.has(statusCode)) return {};
    if (statusCode !== 200) {
      const retryAtMs = readRetryAfter(headers['retry-after'], clock.now());
      throw new KnownFailure(`The provider answered ${statusCode}.`, retryAtMs);
    }
    return parse(await readAll(body));
  } finally {
    discard(body);
  }
}

async function readAll(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const answer = new ByteBuffer(ANSWER_BYTES_MAX);
  for await (const chunk of body) {
    const bytes = chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
    if (!answer.append(bytes)) throw new KnownFailure('The answer of the provider is too large.');
  }
  return answer.view();
}

function parse(bytes: Buffer): object {
  try {
    const answer: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer;
  } catch {
    // Reported below without the text, which may contain anything.
  }
  throw new KnownFailure('The answer of the provider is not a JSON object.');
}

/** A fixed text: the message of an unknown error may contain internal details. */
function explain(thrown: unknown): string {
  if (isRefusal(thrown)) return 'The address of the provider is not allowed.';
  return 'The provider could not be reached.';
}

function isRefusal(thrown: unknown): boolean {
  if (thrown instanceof AddressRefused) return true;
  return thrown instanceof AggregateError ? thrown.errors.some(isRefusal) : false;
}
