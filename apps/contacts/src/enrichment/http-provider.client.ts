import { ByteBuffer } from '@outreach/http-kit';
import { AddressRefused, readRetryAfter } from '@outreach/outbound-kit';
import type { Clock } from '@outreach/service-kit';
import { request, type Dispatcher } from 'undici';
import { EnrichmentFailed, type EnrichmentProvider, type EnrichmentSubject } from './ports.ts';

const ANSWER_BYTES_MAX = 65_536;
const USER_AGENT = 'outreach-enrichment/1.0';
/** The provider has no values for the contact. */
const NO_RESULT_STATUSES: ReadonlySet<number> = new Set([204, 404]);

export interface HttpProviderOptions {
  readonly url: string;
  /** Sent as a bearer token; none when empty. */
  readonly token: string;
  /** For the whole exchange, from connect to the last byte. */
  readonly timeoutMs: number;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
}

/**
 * Calls an external server: a POST with the identity of the contact, answered with fields of a contact as JSON.
 * Redirects are failures.
 */
export function createHttpProvider(options: HttpProviderOptions): EnrichmentProvider {
  return {
    enrich: async (subject, signal) => {
      const timeout = AbortSignal.timeout(options.timeoutMs);
      try {
        return await exchange(options, subject, AbortSignal.any([signal, timeout]));
      } catch (thrown) {
        if (thrown instanceof EnrichmentFailed) throw thrown;
        if (timeout.aborted) throw new EnrichmentFailed('The provider did not answer in time.');
        throw new EnrichmentFailed(explain(thrown));
      }
    },
  };
}

async function exchange(
  { url, token, dispatcher, clock }: HttpProviderOptions,
  subject: EnrichmentSubject,
  signal: AbortSignal,
): Promise<unknown> {
  const { statusCode, headers, body } = await request(url, {
    dispatcher,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': USER_AGENT,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(identityOf(subject)),
    signal,
  });
  try {
    if (NO_RESULT_STATUSES.has(statusCode)) return {};
    if (statusCode !== 200) {
      const retryAtMs = readRetryAfter(headers['retry-after'], clock.now());
      throw new EnrichmentFailed(`The provider answered ${statusCode}.`, retryAtMs);
    }
    return parse(await readAll(body));
  } finally {
    // An unread body is destroyed with its connection; destroying it emits an error.
    if (!body.readableEnded) body.once('error', () => undefined).destroy();
  }
}

/** The identity of the contact; no other fields of the workspace are sent. */
function identityOf(subject: EnrichmentSubject): object {
  const { email, first_name, last_name, full_name, title, linkedin_url, city, state, country } = subject;
  const { name, domain } = subject.company;
  const company = { name, domain };
  return { email, first_name, last_name, full_name, title, linkedin_url, city, state, country, company };
}

async function readAll(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const answer = new ByteBuffer(ANSWER_BYTES_MAX);
  for await (const chunk of body) {
    const bytes = chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
    if (!answer.append(bytes)) throw new EnrichmentFailed('The answer of the provider is too large.');
  }
  return answer.view();
}

function parse(bytes: Buffer): unknown {
  try {
    const answer: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer;
  } catch {
    // Reported below without the text, which may contain anything.
  }
  throw new EnrichmentFailed('The answer of the provider is not a JSON object.');
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
