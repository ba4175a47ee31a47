import { contactErrors, contactRestored } from '@outreach/contracts-contacts';
import type { CallContext } from '@outreach/service-kit';
import { getContact, save, touch } from './change-contact.ts';
import { toRecord, type Contact } from '../contact-records/contact.ts';
import { countChanges } from '../contact-records/count-changes.ts';
import { emitIfScored, loadScorer } from '../scoring/scorer.ts';
import type { Deps } from '../domain/ports.ts';
import { assignEmail } from '../agency/assign-email.ts';

/**
 * Undoes a soft delete. Asks the registry, not the suppressions: a contact may be there and suppressed.
 * @throws AppError not_found; conflict when it is not deleted, or its address was taken meanwhile.
 */
export async function restoreContact(deps: Deps, ctx: CallContext, id: string): Promise<Contact> {
  const contact = await getContact(deps, id);
  if (!contact.is_deleted) throw contactErrors.notDeleted.make();
  if ((await deps.contacts.findByEmail(contact.email)) !== undefined)
    throw contactErrors.activeDuplicate.make();
  await assignEmail(deps, ctx, contact.email);
  const undeleted = { ...contact, is_deleted: false, deleted_at: null, deletion_reason: null };
  // Contacts that are deleted are left out when all others are scored anew.
  const restored = touch(deps, (await loadScorer(deps)).score(undeleted));
  await save(deps, restored, contact.version);
  await deps.counts.add(countChanges(contact, restored));
  deps.events.emit(contactRestored, {
    aggregate: { id, version: restored.version },
    data: toRecord(restored),
  });
  emitIfScored(deps, contact, restored);
  return restored;
}
