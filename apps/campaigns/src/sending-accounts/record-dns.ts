import { domainOf } from '@outreach/values';
import type { BlocklistLookup, DomainAuth } from './account.ts';
import { checkDomain } from './check-domain.ts';
import { saveAccount } from './save-account.ts';
import type { AccountPorts } from './ports.ts';

export interface CheckedDomain {
  readonly domain: string;
  readonly results: Omit<DomainAuth, 'checked_at'>;
  readonly lookup: BlocklistLookup;
}

/** Checks the domain of an account and looks it up in the blocklists; undefined for an account that no longer exists. Writes nothing. */
export async function checkAccountDomain(
  { accounts, resolver, blocklist }: AccountPorts,
  id: string,
): Promise<CheckedDomain | undefined> {
  const account = await accounts.find(id);
  if (account === undefined) return undefined;
  const domain = domainOf(account.email);
  const [results, lookups] = await Promise.all([checkDomain(resolver, domain), blocklist.lookUp([account])]);
  return { domain, results, lookup: lookups.get(id) ?? null };
}

/**
 * Part of a transaction: stores the results, and evaluates the health, whose window has moved. A result for another
 * domain than the account has now is ignored.
 */
export async function recordDns(ports: AccountPorts, id: string, checked: CheckedDomain): Promise<void> {
  const before = await ports.accounts.find(id);
  if (before === undefined) return;
  const isCurrent = domainOf(before.email) === checked.domain;
  const auth = { ...checked.results, checked_at: new Date(ports.clock.now()) };
  // Without an answer of the lists the last one holds.
  const listing = checked.lookup === 'unknown' ? before.listing : checked.lookup;
  const after = { ...before, ...(isCurrent && { auth, listing }) };
  await saveAccount(ports, { before, after });
}
