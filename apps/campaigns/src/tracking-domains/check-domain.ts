import type { CheckError } from './tracking-domain.ts';
import type { DomainResolver } from './ports.ts';

const NO_TARGET = 'The operator has set no host for tracking domains.';

/**
 * Checks that a domain leads to the gateway: its CNAME record is the target, or its addresses are those of the target.
 * Returns the public reason if it does not, or if the name servers give no usable answer.
 */
export async function checkDomain(
  resolver: DomainResolver,
  domain: string,
  target: string | null,
): Promise<CheckError> {
  if (target === null) return NO_TARGET;
  const alias = await resolver.cname(domain);
  if (alias.kind === 'records' && alias.records.some((name) => toName(name) === target)) return null;
  const [own, expected] = await Promise.all([addressesOf(resolver, domain), addressesOf(resolver, target)]);
  if (own === 'unknown' || expected === 'unknown')
    return `The name servers gave no usable answer for ${own === 'unknown' ? domain : target}; try again later.`;
  if (own.size > 0 && isEqual(own, expected)) return null;
  if (alias.kind === 'unknown')
    return `The name servers gave no usable answer for ${domain}; try again later.`;
  return `The CNAME record of ${domain} must be ${target}.`;
}

function isEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((address) => other.has(address));
}

function toName(text: string): string {
  return text.toLowerCase().replace(/\.$/, '');
}

/** IPv4 and IPv6 addresses; unknown without any, if a question has no answer. */
async function addressesOf(resolver: DomainResolver, name: string): Promise<ReadonlySet<string> | 'unknown'> {
  const answers = await Promise.all([resolver.a(name), resolver.aaaa(name)]);
  const found = answers.flatMap((answer) => (answer.kind === 'records' ? answer.records : []));
  const isUnknown = found.length === 0 && answers.some(({ kind }) => kind === 'unknown');
  return isUnknown ? 'unknown' : new Set(found);
}
