import type { DnsResult } from '@outreach/contracts-campaigns/records';
import type { DomainAuth } from './account.ts';
import type { DnsAnswer, DnsResolver } from './ports.ts';

/** RFC 2606 §2, RFC 6762, RFC 7686, RFC 8375 and the name for private use: the Internet has no records for them. */
const RESERVED_TLDS: ReadonlySet<string> = new Set([
  'test',
  'example',
  'invalid',
  'localhost',
  'local',
  'internal',
  'onion',
  'arpa',
  'alt',
]);

/** Selectors of common providers. Selectors cannot be listed by DNS. */
const DKIM_SELECTORS = ['google', 'selector1', 'selector2', 'default', 'k1', 's1', 's2', 'mail', 'dkim'];
/** Parents of a domain whose DMARC record is read. */
const DMARC_NAMES_MAX = 5;
const LABELS_MIN = 2;

const SPF = /^v=spf1( |$)/i;
const DMARC = /^v\s*=\s*DMARC1\s*(;|$)/i;
/** A key record; an empty `p` is a revoked key (RFC 6376 §3.6.1). */
const DKIM_KEY = /(^|;)\s*p\s*=\s*[A-Za-z0-9+/]/;

type DomainResults = Omit<DomainAuth, 'checked_at'>;

const ALL_UNKNOWN: DomainResults = { spf: 'unknown', dkim: 'unknown', dmarc: 'unknown', mx: 'unknown' };

/**
 * Checks the records of a mail domain. A reserved top-level domain, a domain that does not exist, and a resolver that
 * does not answer are `unknown`; `fail` means that the domain exists and lacks the record.
 */
export async function checkDomain(resolver: DnsResolver, domain: string): Promise<DomainResults> {
  if (RESERVED_TLDS.has(domain.slice(domain.lastIndexOf('.') + 1))) return ALL_UNKNOWN;
  const texts = await resolver.txt(domain);
  if (texts.kind === 'no_name') return ALL_UNKNOWN;
  const [dkim, dmarc, mx] = await Promise.all([
    checkDkim(resolver, domain),
    checkDmarc(resolver, domain),
    checkMx(resolver, domain),
  ]);
  const results = { spf: spfOf(texts), dkim, dmarc, mx };
  return texts.kind === 'unknown' ? withoutFailures(results) : results;
}

/** Without an answer for the domain itself it is not known to exist. */
function withoutFailures({ spf, dkim, dmarc, mx }: DomainResults): DomainResults {
  const weaken = (result: DnsResult): DnsResult => (result === 'fail' ? 'unknown' : result);
  return { spf: weaken(spf), dkim: weaken(dkim), dmarc: weaken(dmarc), mx: weaken(mx) };
}

/** Several SPF records are an error (RFC 7208 §4.5). */
function spfOf(texts: DnsAnswer<string>): DnsResult {
  if (texts.kind === 'unknown') return 'unknown';
  const found = recordsOf(texts).filter((text) => SPF.test(text));
  return found.length === 1 ? 'pass' : 'fail';
}

/**
 * A key under a common selector passes. Without one the result is `unknown`, because the domain may use another
 * selector; it is `fail` only if `_domainkey` does not exist, because then no name below it exists (RFC 8020).
 */
async function checkDkim(resolver: DnsResolver, domain: string): Promise<DnsResult> {
  const parent = `_domainkey.${domain}`;
  const [below, ...keys] = await Promise.all([
    resolver.txt(parent),
    ...DKIM_SELECTORS.map(async (selector) => resolver.txt(`${selector}.${parent}`)),
  ]);
  if (keys.some((answer) => recordsOf(answer).some((text) => DKIM_KEY.test(text)))) return 'pass';
  const isAbsent = below.kind === 'no_name' && keys.every(({ kind }) => kind === 'no_name');
  return isAbsent ? 'fail' : 'unknown';
}

/** The record of the domain, or else of a parent domain, applies (RFC 7489 §6.6.3). */
async function checkDmarc(resolver: DnsResolver, domain: string): Promise<DnsResult> {
  const labels = domain.split('.');
  const count = Math.min(DMARC_NAMES_MAX, labels.length - LABELS_MIN + 1);
  const names = Array.from({ length: count }, (_, skipped) => `_dmarc.${labels.slice(skipped).join('.')}`);
  const answers = await Promise.all(names.map(async (name) => resolver.txt(name)));
  if (answers.some((answer) => recordsOf(answer).some((text) => DMARC.test(text)))) return 'pass';
  return answers.some(({ kind }) => kind === 'unknown') ? 'unknown' : 'fail';
}

/** A null MX record means that the domain receives no mail (RFC 7505). */
async function checkMx(resolver: DnsResolver, domain: string): Promise<DnsResult> {
  const answer = await resolver.mx(domain);
  if (answer.kind === 'unknown') return 'unknown';
  return recordsOf(answer).some((host) => host !== '' && host !== '.') ? 'pass' : 'fail';
}

function recordsOf(answer: DnsAnswer<string>): readonly string[] {
  return answer.kind === 'records' ? answer.records : [];
}
