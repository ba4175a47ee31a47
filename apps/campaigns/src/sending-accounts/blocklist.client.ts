import { domainOf } from '@outreach/values';
import type { Clock } from '@outreach/service-kit';
import { LRUCache } from 'lru-cache';
import { getDomain } from 'tldts';
import type { BlocklistListing, BlocklistLookup } from './account.ts';
import { dnsListing } from './blocklist.ts';
import type { Blocklist, DnsResolver, ListedAccount, TrackingDomains } from './ports.ts';

/** An answer of a list is used for this time; a missing answer is asked for again sooner. */
const ANSWER_MS_MAX = 60 * 60_000;
const UNKNOWN_MS_MAX = 60_000;
const ANSWERS_MAX = 20_000;
/** Names that are looked up concurrently for one request. */
const LOOKUPS_MAX = 32;

export interface BlocklistOptions {
  /** DNS zones of blocklists of domains, such as `dbl.example.net`. Without zones no domain is listed. */
  readonly zones: readonly string[];
  readonly resolver: Pick<DnsResolver, 'a'>;
  readonly clock: Clock;
  /** Host of the links of accounts without a tracking domain. */
  readonly publicHost: string;
  readonly trackingDomains: Pick<TrackingDomains, 'domainsOf'>;
}

export function createBlocklist(options: BlocklistOptions): Blocklist {
  const { zones, resolver, clock, publicHost, trackingDomains } = options;
  const answers = new LRUCache<
    string,
    { readonly lookup: Promise<BlocklistLookup>; readonly untilMs: number }
  >({ max: ANSWERS_MAX });
  const ask = (domain: string, zone: string): Promise<BlocklistLookup> => {
    const name = `${domain}.${zone}`;
    const known = answers.get(name);
    if (known !== undefined && known.untilMs > clock.now()) return known.lookup;
    const lookup = resolver.a(name).then((answer) => dnsListing(answer, { domain, zone }));
    const answer = { lookup, untilMs: clock.now() + ANSWER_MS_MAX };
    answers.set(name, answer);
    void lookup.then((found) => {
      if (found === 'unknown') answer.untilMs = clock.now() + UNKNOWN_MS_MAX;
    });
    return lookup;
  };
  const ofDomain = async (domain: string): Promise<BlocklistLookup> =>
    firstListing(await Promise.all(zones.map(async (zone) => ask(domain, zone))));
  return {
    lookUp: async (accounts) => {
      if (zones.length === 0) return new Map(accounts.map(({ id }) => [id, null]));
      const linked = await trackingDomains.domainsOf(accounts);
      const domainsOf = new Map(
        accounts.map((account) => [account.id, domains(account, linked.get(account.id) ?? publicHost)]),
      );
      const unique = [...new Set([...domainsOf.values()].flat())];
      const lookups = new Map<string, BlocklistLookup>();
      for (let start = 0; start < unique.length; start += LOOKUPS_MAX) {
        const batch = unique.slice(start, start + LOOKUPS_MAX);
        const found = await Promise.all(
          batch.map(async (domain) => [domain, await ofDomain(domain)] as const),
        );
        for (const [domain, lookup] of found) lookups.set(domain, lookup);
      }
      return new Map(
        [...domainsOf].map(([id, own]) => [
          id,
          firstListing(own.map((domain) => lookups.get(domain) ?? null)),
        ]),
      );
    },
  };
}

function domains({ email, reply_to: replyTo }: ListedAccount, linkHost: string): readonly string[] {
  const hosts = [domainOf(email), ...(replyTo === null ? [] : [domainOf(replyTo)]), linkHost];
  const found = hosts.map((host) => getDomain(host, { allowPrivateDomains: true }));
  return [...new Set(found.filter((domain) => domain !== null))];
}

function firstListing(lookups: readonly BlocklistLookup[]): BlocklistLookup {
  const listing = lookups.find(
    (lookup): lookup is BlocklistListing => typeof lookup === 'object' && lookup !== null,
  );
  return listing ?? (lookups.includes('unknown') ? 'unknown' : null);
}
