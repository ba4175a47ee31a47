import type { CustomField as FieldMessage, CustomFieldInput } from '@outreach/contracts-contacts';
import type { CustomField } from './custom-field.ts';
import type { CustomFieldChange } from './manage-custom-fields.ts';

export function toFieldMessage(field: CustomField): FieldMessage {
  return {
    ...field,
    display_label: field.display_label ?? undefined,
    options: [...field.options],
    fallback_value: field.fallback_value ?? undefined,
  };
}

/** All fields of a new custom field. */
export function fromNewFieldInput(input: CustomFieldInput | undefined): CustomFieldChange {
  return fromFieldInput(input, ['name', 'display_label', 'field_type', 'options', 'fallback_value']);
}

/** The fields that the mask names; a field without a value is cleared. */
export function fromFieldInput(
  input: CustomFieldInput | undefined,
  mask: readonly string[] | undefined,
): CustomFieldChange {
  const named = new Set(mask ?? []);
  if (input === undefined) return {};
  const fallback: unknown = input.fallback_value;
  return {
    ...(named.has('name') && input.name !== undefined ? { name: input.name } : {}),
    ...(named.has('field_type') && input.field_type !== undefined ? { field_type: input.field_type } : {}),
    ...(named.has('display_label') ? { display_label: input.display_label ?? null } : {}),
    ...(named.has('options') ? { options: input.options } : {}),
    ...(named.has('fallback_value') ? { fallback_value: fallback ?? null } : {}),
  };
}
