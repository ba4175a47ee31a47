import { LRUCache } from 'lru-cache';
import type { Clock } from '@outreach/service-kit';
import { FairPool, type FairPoolLimits } from '@outreach/service-kit/bulkhead';
import { domainFacts } from './domain-facts.ts';
import type { DomainFacts, DomainLookup, DomainQuestions, VerifyContext } from './ports.ts';

/** Domains that one process looks up concurrently, in total and for one workspace. Further ones wait. */
const LOOKUP_LIMITS: FairPoolLimits = {
  callCountMax: 256,
  callCountPerOwnerMax: 64,
  waitingCountMax: 16_384,
  waitingCountPerOwnerMax: 4_096,
};
const DOMAINS_MAX = 20_000;
/** How long facts are used again. A failure may pass at any time. */
const KNOWN_MS_MAX = 10 * 60_000;
const FAILED_MS_MAX = 5_000;

export interface DomainLookupOptions {
  readonly dns: DomainQuestions;
  readonly clock: Clock;
  /** Time in ms that never goes back. */
  readonly monotonicMs?: () => number;
}

interface CachedFacts {
  readonly facts: DomainFacts;
  readonly untilMs: number;
}

/**
 * Looks up a domain once for all its addresses: later callers get the cached facts, and one question runs at a time. A
 * look-up waits for a slot of its workspace, so that many domains of one workspace delay no other one.
 */
export function createDomainLookup(options: DomainLookupOptions): DomainLookup {
  const { facts, cached } = createFacts(options);
  const pool = new FairPool('domain-lookups', LOOKUP_LIMITS);
  const waiting = new Map<string, Promise<DomainFacts>>();
  const start = async (
    { workspaceId, deadlineAtMs }: VerifyContext,
    domain: string,
  ): Promise<DomainFacts> => {
    try {
      return await pool.run({ owner: workspaceId, deadlineAtMs }, async () => facts(domain));
    } catch {
      // No slot became free in time.
      return UNKNOWN;
    }
  };
  return {
    lookUp: async (ctx, domain) => {
      const known = cached(domain);
      if (known !== undefined) return known;
      const key = `${ctx.workspaceId} ${domain}`;
      const lookup = waiting.get(key) ?? start(ctx, domain).finally(() => waiting.delete(key));
      waiting.set(key, lookup);
      return within(ctx.deadlineAtMs - options.clock.now(), lookup);
    },
  };
}

function createFacts({ dns, monotonicMs = () => performance.now() }: DomainLookupOptions) {
  const cache = new LRUCache<string, CachedFacts>({ max: DOMAINS_MAX });
  const asking = new Map<string, Promise<DomainFacts>>();
  const cached = (domain: string): DomainFacts | undefined => {
    const entry = cache.get(domain);
    return entry !== undefined && monotonicMs() < entry.untilMs ? entry.facts : undefined;
  };
  const ask = async (domain: string): Promise<DomainFacts> => {
    const found = await domainFacts(dns, domain);
    const untilMs = monotonicMs() + (found.kind === 'unknown' ? FAILED_MS_MAX : KNOWN_MS_MAX);
    cache.set(domain, { facts: found, untilMs });
    return found;
  };
  const facts = async (domain: string): Promise<DomainFacts> => {
    const known = cached(domain);
    if (known !== undefined) return known;
    const question = asking.get(domain) ?? ask(domain).finally(() => asking.delete(domain));
    asking.set(domain, question);
    return question;
  };
  return { facts, cached };
}

const UNKNOWN: DomainFacts = { kind: 'unknown' };

async function within(timeoutMs: number, lookup: Promise<DomainFacts>): Promise<DomainFacts> {
  const { promise: late, resolve } = Promise.withResolvers<DomainFacts>();
  const timer = setTimeout(() => resolve(UNKNOWN), Math.max(0, timeoutMs));
  try {
    return await Promise.race([lookup, late]);
  } finally {
    clearTimeout(timer);
  }
}
