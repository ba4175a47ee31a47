import { contactErrors } from '@outreach/contracts-contacts';
import { getContact } from '../contact-store/index.ts';
import type { Contact } from '../contact-model/index.ts';
import type { EnrichmentPorts } from './ports.ts';

/**
 * Requests the enrichment of a contact in the background; returns the contact unchanged.
 * @throws AppError not_found; conflict when it is deleted.
 */
export async function requestEnrichment(ports: EnrichmentPorts, id: string): Promise<Contact> {
  const contact = await getContact(ports, id);
  if (contact.is_deleted) throw contactErrors.deleted.make();
  await ports.requests.add([id], new Date(ports.clock.now()));
  return contact;
}
