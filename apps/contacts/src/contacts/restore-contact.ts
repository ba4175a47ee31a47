import { contactErrors } from '@outreach/contracts-contacts';
import { contactRestored } from '@outreach/contracts-contacts/events';
import type { CallContext } from '@outreach/service-kit';
import { assignEmail } from '../agency/index.ts';
import { countChanges, getContact, saveContact } from '../contact-store/index.ts';
import { type Contact, toRecord, withNextVersion } from '../contact-model/index.ts';
import { emitIfScored, loadScorer } from '../scoring/index.ts';
import type { ContactPorts } from './ports.ts';

/**
 * Undoes a soft delete. It checks the registry and not the suppressions: a contact may exist with a suppressed address.
 * @throws AppError not_found; conflict when the contact is not deleted, or its address was taken meanwhile.
 */
export async function restoreContact(ports: ContactPorts, ctx: CallContext, id: string): Promise<Contact> {
  const contact = await getContact(ports, id);
  if (!contact.is_deleted) throw contactErrors.notDeleted.make();
  if ((await ports.contacts.findByEmail(contact.email)) !== undefined)
    throw contactErrors.activeDuplicate.make();
  await assignEmail(ports, ctx, contact.email);
  const undeleted = { ...contact, is_deleted: false, deleted_at: null, deletion_reason: null };
  // The background rescore skips deleted contacts, so the contact is scored now.
  const restored = withNextVersion(ports, (await loadScorer(ports)).score(undeleted));
  await saveContact(ports, restored, contact.version);
  await ports.counts.add(countChanges(contact, restored));
  ports.events.emit(contactRestored, {
    aggregate: { id, version: restored.version },
    data: toRecord(restored),
  });
  emitIfScored(ports.events, contact, restored);
  return restored;
}
