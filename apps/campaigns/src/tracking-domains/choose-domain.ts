import { domainOf } from '@outreach/values';
import { getDomain } from 'tldts';
import type { StoredAccount } from '../sending-accounts/index.ts';
import type { TrackingDomain } from './tracking-domain.ts';

export type VerifiedDomain = Pick<TrackingDomain, 'id' | 'domain' | 'is_default'>;

/**
 * The domain of the links in the emails of an account: the one that it names, else the verified domain that shares the
 * registrable domain of its address, else the default domain. Null for the public address: without such a domain, and
 * while the domain that the account names is not verified. Of several domains that share it, the default one is first,
 * then the oldest.
 * @param verified the verified domains of the workspace, oldest first.
 */
export function chooseDomain(
  { email, tracking_domain_id: id }: Pick<StoredAccount, 'email' | 'tracking_domain_id'>,
  verified: readonly VerifiedDomain[],
): string | null {
  if (id !== null) return verified.find((one) => one.id === id)?.domain ?? null;
  const own = registrable(domainOf(email));
  const shared = own === null ? [] : verified.filter(({ domain }) => registrable(domain) === own);
  const isDefault = ({ is_default }: VerifiedDomain): boolean => is_default;
  const chosen = shared.find(isDefault) ?? shared[0] ?? verified.find(isDefault);
  return chosen?.domain ?? null;
}

function registrable(name: string): string | null {
  return getDomain(name, { allowPrivateDomains: true });
}
