import { contactDeleted } from '@outreach/contracts-contacts';
import { AppError } from '@outreach/errors';
import type { CallContext, PageOf, PageRequest } from '@outreach/service-kit';
import { getContact } from '../contacts/change-contact.ts';
import type { Contact } from '../contact-records/contact.ts';
import { countChanges } from '../contact-records/count-changes.ts';
import type { Deps } from '../domain/ports.ts';
import { releaseEmail } from '../agency/assign-email.ts';
import { createSuppression } from '../suppressions/manage-suppressions.ts';
import { HASHED_PREFIX, hashedTarget, type SuppressedTarget } from '../suppressions/suppression.ts';
import type { RetentionLog } from './ports.ts';

export interface Erasure {
  readonly id: string;
  readonly reason: string | null;
  /** Whether the workspace also suppresses the address from now on. */
  readonly suppress: boolean;
}

/**
 * Hard delete, of a live contact and of one that is deleted softly: nothing of it stays but a log with the digest of
 * its address, and the suppressions of the address, which go on by the digest.
 * @throws AppError not_found.
 */
export async function eraseContact(
  deps: Deps,
  ctx: CallContext,
  { id, reason, suppress }: Erasure,
): Promise<RetentionLog> {
  const contact = await getContact(deps, id);
  const { email, version } = contact;
  if (!(await deps.contacts.remove(id, version))) {
    throw new AppError('conflict', 'The contact was changed by another request; try again.');
  }
  await deps.counts.add(countChanges(contact, undefined));
  // A soft delete gave the address free, so by now it may be a newer contact's.
  if (!contact.is_deleted) await releaseEmail(deps, ctx, email);
  for (const { scrub } of deps.personalData) await scrub({ id, email });
  const digest = deps.sha256(email);
  await deps.importErasures.add(digest);
  const hashed: SuppressedTarget = { type: 'email', value: HASHED_PREFIX + digest };
  await hashSuppressions(deps, { id, email });
  if (suppress) await suppressErased(deps, ctx, hashed);
  deps.events.emit(contactDeleted, { aggregate: { id, version: version + 1 }, data: { id, hard: true } });
  const log: RetentionLog = {
    id: deps.newId('ret'),
    workspace_id: ctx.workspaceId,
    contact_id: id,
    email_sha256: digest,
    reason,
    deleted_by: ctx.principal.id,
    created_at: new Date(deps.clock.now()),
  };
  await deps.retentionLogs.insert(log);
  return log;
}

export async function listRetentionLogs(
  deps: Pick<Deps, 'retentionLogs'>,
  page: PageRequest,
): Promise<PageOf<RetentionLog>> {
  return deps.retentionLogs.list(page);
}

/**
 * Of the address, and of those that the contact had before, as far as the suppression names the contact: nothing else
 * keeps an earlier address.
 */
async function hashSuppressions(
  { suppressions, sha256 }: Pick<Deps, 'suppressions' | 'sha256'>,
  { id, email }: Pick<Contact, 'id' | 'email'>,
): Promise<void> {
  const targets = [{ type: 'email', value: email } as const, ...(await suppressions.ofContact(id))];
  for (const { type, value } of targets) {
    const hashed = hashedTarget({ type, value }, sha256);
    if (hashed !== undefined) await suppressions.hashAddress({ type, value }, hashed);
  }
}

/** Whatever suppressed the address before, administrators alone lift it from now on. */
async function suppressErased(deps: Deps, ctx: CallContext, hashed: SuppressedTarget): Promise<void> {
  const reason = 'gdpr_erasure';
  const { suppression, created } = await createSuppression(deps, ctx, { ...hashed, reason });
  if (!created && suppression.reason !== reason) await deps.suppressions.saveReason(suppression.id, reason);
}
