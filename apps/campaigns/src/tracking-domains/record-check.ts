import { campaignErrors } from '@outreach/contracts-campaigns';
import { trackingDomainFailed } from '@outreach/contracts-campaigns/events';
import type { DomainPorts } from './ports.ts';
import { afterCheck, toRecord, type CheckError, type TrackingDomain } from './tracking-domain.ts';

/**
 * Part of a transaction: stores the result of a check. The first verified domain of a workspace becomes its default.
 * Returns undefined for a domain that no longer exists.
 * @throws AppError conflict with reason `domain_taken` if another workspace has verified the domain.
 */
export async function recordCheck(
  ports: DomainPorts,
  { id, workspace_id: workspaceId }: Pick<TrackingDomain, 'id' | 'workspace_id'>,
  error: CheckError,
): Promise<TrackingDomain | undefined> {
  const { domains, events, clock, target } = ports;
  await domains.lock(workspaceId);
  const before = await domains.find(id);
  if (before === undefined) return undefined;
  const checked = afterCheck(before, error, new Date(clock.now()));
  const isNew = checked.status === 'verified' && before.status !== 'verified';
  if (isNew && (await domains.ownerOf(before.domain)) !== undefined) throw campaignErrors.domainTaken.make();
  const isDefault = before.is_default || (isNew && !(await domains.hasDefault()));
  const after = { ...checked, is_default: isDefault };
  await domains.save(after);
  if (after.status === 'failed' && before.status !== 'failed')
    events.emit(trackingDomainFailed, {
      aggregate: { id, version: after.version },
      data: toRecord(after, target),
    });
  return after;
}
