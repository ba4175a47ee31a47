import { ChangedMeanwhile, notFound } from '@outreach/errors';
import type { Contact } from '../contact-model/index.ts';
import type { ContactStore } from './ports.ts';

/** @throws AppError not_found when the workspace has no such contact. */
export async function getContact(
  ports: { readonly contacts: Pick<ContactStore, 'findById'> },
  id: string,
): Promise<Contact> {
  const contact = await ports.contacts.findById(id);
  if (contact === undefined) throw notFound();
  return contact;
}

/**
 * Inside a transaction a lost race runs the transaction again.
 * @throws AppError conflict when the contact no longer has the expected version.
 */
export async function saveContact(
  ports: { readonly contacts: Pick<ContactStore, 'save'> },
  contact: Contact,
  expectedVersion: number,
): Promise<void> {
  if (!(await ports.contacts.save(contact, expectedVersion))) throw new ChangedMeanwhile('contact');
}
