import { fromPage, toMeta } from '@outreach/app-kit';
import { maskedFields } from '@outreach/contracts-common';
import type {
  CustomField as FieldMessage,
  CustomFieldInput,
} from '@outreach/contracts-contacts/gen/custom_fields.ts';
import { NOTHING } from '@outreach/service-kit/rpc';
import { withoutNull } from '@outreach/values';
import { READ, WRITE, type ContactsMethods } from '../methods/index.ts';
import type { CustomField } from './custom-field.ts';
import {
  createCustomField,
  deleteCustomField,
  getCustomField,
  updateCustomField,
  type CustomFieldChange,
  type ManageCustomFieldsPorts,
} from './manage-custom-fields.ts';

const NEW_FIELDS = ['name', 'display_label', 'field_type', 'options', 'fallback_value'];

export function customFieldMethods(ports: ManageCustomFieldsPorts): ContactsMethods {
  return {
    createCustomField: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { input }) => ({
        custom_field: toFieldMessage(await createCustomField(ports, ctx, fromFieldInput(input, NEW_FIELDS))),
      }),
    },
    getCustomField: {
      scope: READ,
      query: async (_ctx, { id }) => ({ custom_field: toFieldMessage(await getCustomField(ports, id)) }),
    },
    listCustomFields: {
      scope: READ,
      query: async (_ctx, { page }) => {
        const list = await ports.customFields.list(fromPage(page));
        return { custom_fields: list.items.map(toFieldMessage), meta: toMeta(list) };
      },
    },
    updateCustomField: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id, input, mask }) => ({
        custom_field: toFieldMessage(
          await updateCustomField(ports, { id, change: fromFieldInput(input, mask) }),
        ),
      }),
    },
    deleteCustomField: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id }) => {
        await deleteCustomField(ports, id);
        return {};
      },
    },
  };
}

function toFieldMessage(field: CustomField): FieldMessage {
  return { ...withoutNull(field), options: [...field.options] };
}

/** The fields that the mask names; a field without a value is cleared. */
function fromFieldInput(
  input: CustomFieldInput | undefined,
  mask: readonly string[] | undefined,
): CustomFieldChange {
  if (input === undefined) return {};
  const { name, field_type, display_label = null, options } = input;
  const fallback: unknown = input.fallback_value;
  return maskedFields(mask, { name, field_type, display_label, options, fallback_value: fallback ?? null });
}
