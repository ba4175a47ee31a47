import { contactErrors } from '@outreach/contracts-contacts';
import { getContact } from '../contacts/change-contact.ts';
import type { Contact } from '../contact-records/contact.ts';
import type { Deps } from '../domain/ports.ts';

/**
 * Asks for a contact to be enriched afterwards; answers it as it is.
 * @throws AppError not_found; conflict when it is deleted.
 */
export async function requestEnrichment(
  deps: Pick<Deps, 'contacts' | 'enrichments' | 'clock'>,
  id: string,
): Promise<Contact> {
  const contact = await getContact(deps, id);
  if (contact.is_deleted) throw contactErrors.deleted.make();
  await deps.enrichments.add([id], new Date(deps.clock.now()));
  return contact;
}
