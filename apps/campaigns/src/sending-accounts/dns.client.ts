import { Resolver } from 'node:dns/promises';
import { dnsAnswerOf } from '@outreach/outbound-kit';
import type { DnsResolver } from './ports.ts';

/** Time in ms for the first try of a question to one server; it doubles with each try. */
const QUESTION_MS_MAX = 2_000;
const TRIES = 2;

/** @param servers addresses of name servers, `ip` or `ip:port`; the name servers of the system if empty. */
export function createDnsResolver(
  servers: readonly string[],
  questionMsMax: number = QUESTION_MS_MAX,
): DnsResolver {
  const resolver = new Resolver({ timeout: questionMsMax, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    txt: async (name) =>
      dnsAnswerOf(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    a: async (name) => dnsAnswerOf(async () => resolver.resolve4(name)),
    aaaa: async (name) => dnsAnswerOf(async () => resolver.resolve6(name)),
    cname: async (name) => dnsAnswerOf(async () => resolver.resolveCname(name)),
    mx: async (name) =>
      dnsAnswerOf(async () => (await resolver.resolveMx(name)).map(({ exchange }) => exchange)),
  };
}
