import type { BlocklistListing, BlocklistLookup } from './account.ts';
import type { DnsAnswer } from './ports.ts';

const LOOPBACK = '127.';
/** Answers about the question, not about the domain: the list refuses it or has a limit (RFC 5782 §2.3). */
const REFUSALS = '127.255.255.';

/** The meaning of the addresses of `<domain>.<zone>`: only those of 127.0.0.0/8 are listings (RFC 5782 §2.1). */
export function dnsListing(answer: DnsAnswer<string>, listing: BlocklistListing): BlocklistLookup {
  if (answer.kind === 'unknown') return 'unknown';
  if (answer.kind !== 'records') return null;
  const codes = answer.records.filter((address) => address.startsWith(LOOPBACK));
  if (codes.some((address) => !address.startsWith(REFUSALS))) return listing;
  return 'unknown';
}
