import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type { Resolve } from './guarded-lookup.ts';

const TIMEOUT_MS = 2_000;
/** A question that was lost on its way is sent again within the timeout. */
const FIRST_TRY_SHARE = 0.3;
const TTL_MS_MIN = 5_000;
const TTL_MS_MAX = 5 * 60_000;
const NAMES_MAX = 10_000;
/** Names that are resolved concurrently. */
const QUESTIONS_MAX = 512;
/** Callers that wait for the same name. */
const WAITING_PER_NAME_MAX = 128;
const HOSTS_FILE = '/etc/hosts';

export interface ResolverOptions {
  /** Addresses of name servers, each with an optional port; the name servers of the system by default. */
  readonly servers?: readonly string[];
  readonly timeoutMs?: number;
  /** Time in ms that never goes back. */
  readonly monotonicMs?: () => number;
  /** Reads the hosts file of the system. */
  readonly readHosts?: () => Promise<string>;
}

/** The addresses of a name, or the reason why there are none. */
interface Answer {
  readonly error: NodeJS.ErrnoException | null;
  readonly addresses: readonly LookupAddress[];
  readonly ttlMs: number;
}

type Waiting = Parameters<Resolve>[1];

/**
 * Resolves names without the threads of the process: a name server that does not respond delays its own names only, and
 * these for at most two seconds. Answers are cached as long as their TTL, at least 5 s and at most 5 minutes; so are
 * failures, for 5 s. Concurrent questions for one name are one question. Search domains do not apply.
 */
export function createResolver(options: ResolverOptions = {}): Resolve {
  const { monotonicMs = () => performance.now() } = options;
  const cache = new LRUCache<string, { readonly answer: Answer; readonly untilMs: number }>({
    max: NAMES_MAX,
  });
  const questions = new Map<string, Waiting[]>();
  const ask = async (name: string, waiting: readonly Waiting[]): Promise<void> => {
    const answer = await askServers(name, options);
    cache.set(name, { answer, untilMs: monotonicMs() + answer.ttlMs });
    questions.delete(name);
    for (const callback of waiting) callback(answer.error, [...answer.addresses]);
  };
  return (hostname, callback) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const known = cache.get(name);
    if (known !== undefined && monotonicMs() < known.untilMs) {
      const { error, addresses } = known.answer;
      queueMicrotask(() => callback(error, [...addresses]));
      return;
    }
    const waiting = questions.get(name) ?? [];
    const isFull =
      waiting.length === 0 ? questions.size >= QUESTIONS_MAX : waiting.length >= WAITING_PER_NAME_MAX;
    if (isFull) {
      queueMicrotask(() => callback(failure(name, 'EAI_AGAIN'), []));
      return;
    }
    waiting.push(callback);
    if (waiting.length > 1) return;
    questions.set(name, waiting);
    void ask(name, waiting);
  };
}

async function askServers(name: string, options: ResolverOptions): Promise<Answer> {
  const local = await findInHosts(name, options);
  if (local.length > 0) return { error: null, addresses: local, ttlMs: TTL_MS_MIN };
  const { servers = [], timeoutMs = TIMEOUT_MS } = options;
  // A resolver per question: its cancellation ends no other question.
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs * FIRST_TRY_SHARE), tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(name, { ttl: true }),
      resolver.resolve6(name, { ttl: true }),
    ]);
    return toAnswer(name, v4, v6);
  } finally {
    clearTimeout(timer);
  }
}

type Records = PromiseSettledResult<{ readonly address: string; readonly ttl: number }[]>;

function toAnswer(name: string, v4: Records, v6: Records): Answer {
  const found = [...recordsOf(v4, 4), ...recordsOf(v6, 6)];
  if (found.length === 0) {
    const isAbsent = [v4, v6].every(saysAbsent);
    return { error: failure(name, isAbsent ? 'ENOTFOUND' : 'EAI_AGAIN'), addresses: [], ttlMs: TTL_MS_MIN };
  }
  const ttlMs = Math.min(...found.map(({ ttl }) => ttl)) * 1_000;
  return {
    error: null,
    addresses: found.map(({ address, family }) => ({ address, family })),
    ttlMs: Math.min(TTL_MS_MAX, Math.max(TTL_MS_MIN, ttlMs)),
  };
}

function recordsOf(result: Records, family: 4 | 6): (LookupAddress & { readonly ttl: number })[] {
  return result.status === 'fulfilled' ? result.value.map((record) => ({ ...record, family })) : [];
}

/** True if the server has answered that there are no such addresses. */
function saysAbsent(result: Records): boolean {
  if (result.status === 'fulfilled') return true;
  const code: unknown = Reflect.get(Object(result.reason), 'code');
  return code === 'ENOTFOUND' || code === 'ENODATA';
}

function failure(name: string, code: 'ENOTFOUND' | 'EAI_AGAIN'): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${name}`), { code });
}

async function findInHosts(
  name: string,
  { readHosts = async () => readFile(HOSTS_FILE, 'utf8') }: ResolverOptions,
): Promise<LookupAddress[]> {
  // A system without a hosts file asks its name servers only.
  const text = await readHosts().catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return names.includes(name) ? [{ address, family: address.includes(':') ? 6 : 4 }] : [];
  });
}
