import { ChangedMeanwhile, notFound } from '@outreach/errors';
import type { Clock } from '@outreach/service-kit';
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

/** The contact with the next version and the current time as `updated_at`. */
export function withNextVersion({ clock }: { readonly clock: Clock }, contact: Contact): Contact {
  return { ...contact, updated_at: new Date(clock.now()), version: contact.version + 1 };
}

/**
 * The contact with the next version, for a change that its public record does not show. Every change raises the version:
 * a save writes the whole contact, and would undo the changes since it was read.
 */
export function withHiddenChange(contact: Contact): Contact {
  return { ...contact, version: contact.version + 1 };
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
