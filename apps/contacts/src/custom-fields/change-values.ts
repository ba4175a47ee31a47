import type { Contact, ContactChange } from '../contact-records/contact.ts';
import type { Deps } from '../domain/ports.ts';
import { mergeValues } from './merge-values.ts';

/** The contact with the custom values that a change carries. @throws AppError invalid_argument on a wrong one. */
export async function withCustomFields(
  deps: Pick<Deps, 'customFields'>,
  contact: Contact,
  { custom_fields: change }: Pick<ContactChange, 'custom_fields'>,
): Promise<Contact> {
  if (change === undefined || Object.keys(change).length === 0) return contact;
  const fields = await deps.customFields.all();
  return { ...contact, custom_fields: mergeValues(contact.custom_fields, change, fields) };
}
