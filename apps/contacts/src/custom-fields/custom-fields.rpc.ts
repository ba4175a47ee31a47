import { fromPage, toMeta } from '@outreach/app-kit';
import { READ, WRITE, type ContactsMethods } from '../methods/index.ts';
import { NOTHING } from '@outreach/service-kit/rpc';
import { fromFieldInput, fromNewFieldInput, toFieldMessage } from './custom-field-message.rpc.ts';
import {
  createCustomField,
  deleteCustomField,
  getCustomField,
  updateCustomField,
  type ManageCustomFieldsPorts,
} from './manage-custom-fields.ts';

type CustomFieldMethods = ContactsMethods<
  'createCustomField' | 'getCustomField' | 'listCustomFields' | 'updateCustomField' | 'deleteCustomField'
>;

export function customFieldMethods(ports: ManageCustomFieldsPorts): CustomFieldMethods {
  return {
    createCustomField: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { input }) => ({
        custom_field: toFieldMessage(await createCustomField(ports, ctx, fromNewFieldInput(input))),
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
