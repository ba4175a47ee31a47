import { Resolver } from 'node:dns/promises';
import { thrownText } from '@outreach/errors';
import type { DnsAnswer, DnsGap, DnsResolver } from './ports.ts';

/** Time in ms for the first try of a question to one server; it doubles with each try. */
const QUESTION_MS_MAX = 2_000;
const TRIES = 2;
/** Time in ms for one question with all tries. */
const ANSWER_MS_MAX = 8_000;

const GAPS: Readonly<Record<string, DnsGap>> = { ENODATA: 'no_records', ENOTFOUND: 'no_name' };

/** @param servers addresses of name servers, `ip` or `ip:port`; the name servers of the system if empty. */
export function createDnsResolver(
  servers: readonly string[],
  questionMsMax: number = QUESTION_MS_MAX,
): DnsResolver {
  const resolver = new Resolver({ timeout: questionMsMax, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    txt: async (name) =>
      answerOf(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    a: async (name) => answerOf(async () => resolver.resolve4(name)),
    aaaa: async (name) => answerOf(async () => resolver.resolve6(name)),
    cname: async (name) => answerOf(async () => resolver.resolveCname(name)),
    mx: async (name) =>
      answerOf(async () => (await resolver.resolveMx(name)).map(({ exchange }) => exchange)),
  };
}

async function answerOf(ask: () => Promise<readonly string[]>): Promise<DnsAnswer<string>> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error('The name server did not answer in time.'));
  }, ANSWER_MS_MAX);
  try {
    const records = await Promise.race([ask(), late]);
    return records.length === 0 ? { kind: 'no_records' } : { kind: 'records', records };
  } catch (thrown) {
    return { kind: GAPS[thrownText(thrown, 'code') ?? ''] ?? 'unknown' };
  } finally {
    clearTimeout(timer);
  }
}
