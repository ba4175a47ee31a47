import type { ContactStop } from '../enrollments/index.ts';
import type { ContactDeletion, ContactLinkPorts } from './ports.ts';

/** Maximum number of contacts per query of enrollments. */
const CONTACTS_PER_STEP = 500;
/**
 * Longer than any request deadline: every enrollment that read the contact before its deletion has committed or failed
 * by then.
 */
const RECHECK_AFTER_MS = 60_000;

/** Deletions of contacts of one workspace. */
export interface WorkspaceDeletions {
  readonly workspaceId: string;
  readonly deletions: readonly ContactDeletion[];
}

/** Part of a transaction: applies deletions and schedules their recheck. A second call changes nothing. */
export async function handleDeletions(ports: ContactLinkPorts, own: WorkspaceDeletions): Promise<void> {
  await applyDeletions(ports, own);
  await ports.deletions.schedule(own.deletions, new Date(ports.clock.now() + RECHECK_AFTER_MS));
}

/** Part of a transaction: applies deletions to enrollments that were committed after the event was handled. */
export async function recheckDeletions(ports: ContactLinkPorts, own: WorkspaceDeletions): Promise<void> {
  await applyDeletions(ports, own);
  await ports.deletions.remove(own.deletions);
}

async function applyDeletions(
  { references, erasers, erased, clock }: ContactLinkPorts,
  { workspaceId, deletions }: WorkspaceDeletions,
): Promise<void> {
  for (let from = 0; from < deletions.length; from += CONTACTS_PER_STEP)
    await references.stopOf(deletions.slice(from, from + CONTACTS_PER_STEP).map(toStop));
  const contactIds = deletions.filter(({ isErasure }) => isErasure).map(({ contactId }) => contactId);
  if (contactIds.length === 0) return;
  const at = new Date(clock.now());
  await erased.remember(contactIds.map((id) => ({ id, workspaceId, at })));
  for (const erase of erasers) await erase(contactIds);
}

function toStop({ contactId, deletedAt }: ContactDeletion): ContactStop {
  return { contactId, at: deletedAt, reason: 'contact_deleted' };
}
