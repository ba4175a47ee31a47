import type { Contact, ContactChange } from '../contact-model/index.ts';
import { mergeValues } from './merge-values.ts';
import type { CustomFieldReader } from './ports.ts';

/** The contact with the custom values of a change. @throws AppError invalid_argument on a value of the wrong type. */
export async function withCustomFields(
  ports: { readonly customFields: CustomFieldReader },
  contact: Contact,
  { custom_fields: change }: Pick<ContactChange, 'custom_fields'>,
): Promise<Contact> {
  if (change === undefined || Object.keys(change).length === 0) return contact;
  const fields = await ports.customFields.all();
  return { ...contact, custom_fields: mergeValues(contact.custom_fields, change, fields) };
}
