import { domainOf, type DomainAuth } from './account.ts';
import { checkDomain } from './check-domain.ts';
import type { AccountStore, DnsResolver } from './ports.ts';
import { saveAccount, type SaveAccountPorts } from './save-account.ts';

export interface CheckDnsPorts {
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly resolver: DnsResolver;
}

export interface RecordDnsPorts extends SaveAccountPorts {
  readonly accounts: Pick<AccountStore, 'find' | 'save'>;
}

export interface CheckedDomain {
  readonly domain: string;
  readonly results: Omit<DomainAuth, 'checked_at'>;
}

/** Checks the domain of an account; undefined for an account that no longer exists. Writes nothing. */
export async function checkAccountDomain(
  { accounts, resolver }: CheckDnsPorts,
  id: string,
): Promise<CheckedDomain | undefined> {
  const account = await accounts.find(id);
  if (account === undefined) return undefined;
  const domain = domainOf(account.email);
  return { domain, results: await checkDomain(resolver, domain) };
}

/**
 * Part of a transaction: stores the results, and evaluates the health, whose window has moved. A result for another
 * domain than the account has now is ignored.
 */
export async function recordDns(ports: RecordDnsPorts, id: string, checked: CheckedDomain): Promise<void> {
  const before = await ports.accounts.find(id);
  if (before === undefined) return;
  const isCurrent = domainOf(before.email) === checked.domain;
  const after = {
    ...before,
    ...(isCurrent ? { auth: { ...checked.results, checked_at: new Date(ports.clock.now()) } } : {}),
  };
  await saveAccount(ports, { before, after });
}
