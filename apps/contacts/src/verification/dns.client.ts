import { Resolver } from 'node:dns/promises';
import { dnsAnswerOf } from '@outreach/outbound-kit';
import type { DomainQuestions } from './ports.ts';

/** Time in ms for the first try of a question to one server; it doubles with each try. */
const QUESTION_MS_MAX = 2_000;
const TRIES = 2;

/** @param servers addresses of name servers, `ip` or `ip:port`; the name servers of the system if empty. */
export function createDomainQuestions(servers: readonly string[]): DomainQuestions {
  const resolver = new Resolver({ timeout: QUESTION_MS_MAX, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    mx: async (domain) => dnsAnswerOf(async () => resolver.resolveMx(domain)),
    a: async (domain) => dnsAnswerOf(async () => resolver.resolve4(domain)),
  };
}
