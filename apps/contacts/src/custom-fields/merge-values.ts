import type { FieldError } from '@outreach/errors';
import { refuseWrong, type Contact, type ContactChange } from '../contact-model/index.ts';
import type { CustomField } from './custom-field.ts';
import { checkValue } from './field-value.ts';
import type { CustomFieldReader } from './ports.ts';

/** Limit for all values of one contact as JSON. */
const VALUES_BYTES_MAX = 32_768;

export type CustomValues = Readonly<Record<string, unknown>>;

/**
 * Returns the values after a change: null and "" remove a value, unknown names are ignored.
 * @throws AppError invalid_argument naming `custom_fields.<name>` for a value of the wrong type, or `custom_fields`
 * when all values together are too large.
 */
export function mergeValues(
  current: CustomValues,
  change: CustomValues,
  fields: readonly CustomField[],
): CustomValues {
  const values = new Map(Object.entries(current));
  const errors: FieldError[] = [];
  for (const field of fields) {
    if (!Object.hasOwn(change, field.name)) continue;
    const raw = change[field.name];
    const checked = raw === null || raw === '' ? undefined : checkValue(field, raw);
    if (checked === undefined) values.delete(field.name);
    else if ('value' in checked) values.set(field.name, checked.value);
    else errors.push({ field: `custom_fields.${field.name}`, message: checked.rule });
  }
  const merged = Object.fromEntries(values);
  if (new TextEncoder().encode(JSON.stringify(merged)).length > VALUES_BYTES_MAX) {
    errors.push({ field: 'custom_fields', message: `must be at most ${VALUES_BYTES_MAX} bytes as JSON` });
  }
  refuseWrong(errors);
  return merged;
}

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
