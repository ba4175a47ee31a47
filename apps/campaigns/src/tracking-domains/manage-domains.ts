import { campaignErrors } from '@outreach/contracts-campaigns';
import { TRACKING_DOMAINS_MAX } from '@outreach/contracts-campaigns/tracking-domain';
import { invalidField, notFound } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { normaliseDomain } from '@outreach/values';
import type { DomainPorts, TrackingDomainStore } from './ports.ts';
import type { TrackingDomain } from './tracking-domain.ts';

/**
 * Creates a pending domain. @throws AppError invalid_argument on `domain`; conflict with reason `domain_taken`,
 * `duplicate_domain` or `tracking_domain_limit`.
 */
export async function createDomain(
  ports: DomainPorts,
  { workspaceId }: CallContext,
  text: string,
): Promise<TrackingDomain> {
  const { domains, clock, newId, ownHosts } = ports;
  const domain = normaliseDomain(text);
  if (domain === undefined) throw invalidField('domain', 'domain must be a domain name.');
  if (ownHosts.has(domain))
    throw invalidField('domain', 'domain must not be a host of this installation; use a name of your own.');
  await domains.lock(workspaceId);
  if (await domains.hasName(domain)) throw campaignErrors.duplicateTrackingDomain.make({ field: 'domain' });
  if ((await domains.ownerOf(domain)) !== undefined)
    throw campaignErrors.domainTaken.make({ field: 'domain' });
  if ((await domains.count()) >= TRACKING_DOMAINS_MAX) throw campaignErrors.trackingDomainLimit.make();
  const created: TrackingDomain = {
    id: newId('trk'),
    workspace_id: workspaceId,
    domain,
    status: 'pending',
    is_default: false,
    failures_in_row: 0,
    last_checked_at: null,
    error: null,
    created_at: new Date(clock.now()),
    version: 1,
  };
  await domains.insert(created);
  return created;
}

/** @throws AppError not_found. */
export async function requireDomain(
  domains: Pick<TrackingDomainStore, 'find'>,
  id: string,
): Promise<TrackingDomain> {
  const found = await domains.find(id);
  if (found === undefined) throw notFound();
  return found;
}

/**
 * Makes a domain the default of its workspace, or not. @throws AppError not_found; conflict with code
 * `invalid_transition` for a domain that is not verified.
 */
export async function updateDomain(
  { domains }: DomainPorts,
  { workspaceId }: CallContext,
  { id, is_default: isDefault }: { readonly id: string; readonly is_default: boolean | undefined },
): Promise<TrackingDomain> {
  await domains.lock(workspaceId);
  const before = await requireDomain(domains, id);
  if (isDefault === undefined || isDefault === before.is_default) return before;
  if (isDefault && before.status !== 'verified')
    throw campaignErrors.unverifiedDefault.make({ details: { status: before.status } });
  await domains.clearDefault();
  const after = { ...before, is_default: isDefault, version: before.version + 1 };
  await domains.save(after);
  return after;
}

/** Deletes a domain. Accounts that name it lose it. @throws AppError not_found. */
export async function deleteDomain(
  { domains, work, accounts, clock }: DomainPorts,
  { workspaceId }: CallContext,
  id: string,
): Promise<void> {
  await domains.lock(workspaceId);
  await requireDomain(domains, id);
  await domains.remove(id);
  await work.remove(id);
  await accounts.removeTrackingDomain(id, new Date(clock.now()));
}
