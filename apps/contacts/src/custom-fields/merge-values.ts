import { AppError, type FieldError } from '@outreach/errors';
import type { CustomField } from './custom-field.ts';
import { checkValue } from './field-value.ts';

/** All values of one contact as JSON. */
const VALUES_BYTES_MAX = 32_768;
const ERRORS_MAX = 50;

export type CustomValues = Readonly<Record<string, unknown>>;

/**
 * The values after a change, key by key: null and "" remove one, a name that the workspace has not is left out.
 * @throws AppError invalid_argument naming `custom_fields.<name>` of a value of the wrong type, or `custom_fields`
 * when they are too many together.
 */
export function mergeValues(
  present: CustomValues,
  change: CustomValues,
  fields: readonly CustomField[],
): CustomValues {
  const values = new Map(Object.entries(present));
  const errors: FieldError[] = [];
  for (const field of fields) {
    if (!Object.hasOwn(change, field.name)) continue;
    const raw = change[field.name];
    const checked = raw === null || raw === '' ? undefined : checkValue(field, raw);
    if (checked === undefined) values.delete(field.name);
    else if ('value' in checked) values.set(field.name, checked.value);
    else errors.push({ field: `custom_fields.${field.name}`, message: checked.wanted });
  }
  const merged = Object.fromEntries(values);
  if (new TextEncoder().encode(JSON.stringify(merged)).length > VALUES_BYTES_MAX) {
    errors.push({ field: 'custom_fields', message: `must be at most ${VALUES_BYTES_MAX} bytes as JSON` });
  }
  const [first] = errors;
  if (first === undefined) return merged;
  throw new AppError('invalid_argument', `${first.field} ${first.message}.`, {
    field: first.field,
    errors: errors.slice(0, ERRORS_MAX),
  });
}
