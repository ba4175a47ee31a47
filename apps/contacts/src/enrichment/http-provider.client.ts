import { AddressRefused, readRetryAfter } from '@outreach/outbound-kit';
import type { Clock } from '@outreach/service-kit';
import { request, type Dispatcher } from 'undici';
import {
  EnrichmentFailed,
  type EnrichmentProvider,
  type EnrichmentSubject,
} from './ports.ts';

const ANSWER_BYTES_MAX = 65_536;
const USER_AGENT = 'outreach-enrichment/1.0';
/** The provider knows nobody like that. */
const UNKNOWN_STATUSES: ReadonlySet<number> = new Set([204, 404]);

export interface HttpProviderOptions {
  readonly url: string;
  /** Sent as a bearer token; none when empty. */
  readonly token: string;
  /** For the whole exchange, from connect to the last byte. */
  readonly timeoutMs: number;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
}

/** Asks a server outside: POST of what is known, answered by members of a contact as JSON. Redirects are failures. */
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
    if (UNKNOWN_STATUSES.has(statusCode)) return {};
    if (statusCode !== 200) {
      const retryAtMs = readRetryAfter(headers['retry-after'], clock.now());
      throw new EnrichmentFailed(`The provider answered ${statusCode}.`, retryAtMs);
    }
    return parse(await readAll(body));
  } finally {
    // What is not wanted is not read, and its connection not kept; a body that nobody read tells of that as an error.
    if (!body.readableEnded) body.once('error', () => undefined).destroy();
  }
}

/** Who the contact is, and nothing else that the workspace keeps of it. */
function identityOf(subject: EnrichmentSubject): object {
  const { email, first_name, last_name, full_name, title, linkedin_url, city, state, country } = subject;
  const { name, domain } = subject.company;
  const company = { name, domain };
  return { email, first_name, last_name, full_name, title, linkedin_url, city, state, country, company };
}

async function readAll(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    const bytes = part instanceof Uint8Array ? Buffer.from(part) : Buffer.from(String(part));
    size += bytes.length;
    if (size > ANSWER_BYTES_MAX) throw new EnrichmentFailed('The answer of the provider is too large.');
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

function parse(bytes: Buffer): unknown {
  try {
    const answer: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer;
  } catch {
    // Told below; the text may be anything and is not shown.
  }
  throw new EnrichmentFailed('The answer of the provider is no JSON object.');
}

/** The text of an unknown error may name inner things. */
function explain(thrown: unknown): string {
  if (isRefusal(thrown)) return 'The address of the provider is not allowed.';
  return 'The provider could not be reached.';
}

function isRefusal(thrown: unknown): boolean {
  if (thrown instanceof AddressRefused) return true;
  return thrown instanceof AggregateError ? thrown.errors.some(isRefusal) : false;
}
