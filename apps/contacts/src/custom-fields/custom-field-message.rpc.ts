import { maskedFields } from '@outreach/contracts-common';
import type {
  CustomField as FieldMessage,
  CustomFieldInput,
} from '@outreach/contracts-contacts/gen/custom_fields.ts';
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
  if (input === undefined) return {};
  const { name, field_type, display_label = null, options } = input;
  const fallback: unknown = input.fallback_value;
  return maskedFields(mask, { name, field_type, display_label, options, fallback_value: fallback ?? null });
}
