import type { ContactsServiceService } from '@outreach/contracts-contacts';
import type { RpcTable } from '@outreach/service-kit';
import {
  createCustomField,
  deleteCustomField,
  getCustomField,
  listCustomFields,
  updateCustomField,
} from './manage-custom-fields.ts';
import type { Deps } from '../domain/ports.ts';
import { toFieldChange, toFieldMessage, toNewField } from './custom-field-message.rpc.ts';
import { fromPage, toMeta } from '@outreach/app-kit';
import { READ, WRITE } from '../contact-records/scopes.rpc.ts';

type CustomFieldRows = Pick<
  RpcTable<typeof ContactsServiceService>,
  'createCustomField' | 'getCustomField' | 'listCustomFields' | 'updateCustomField' | 'deleteCustomField'
>;

export function customFieldRows(deps: Deps): CustomFieldRows {
  return {
    createCustomField: {
      scope: WRITE,
      command: async (ctx, { input }) => ({
        custom_field: toFieldMessage(await createCustomField(deps, ctx, toNewField(input))),
      }),
    },
    getCustomField: {
      scope: READ,
      query: async (_ctx, { id }) => ({ custom_field: toFieldMessage(await getCustomField(deps, id)) }),
    },
    listCustomFields: {
      scope: READ,
      query: async (_ctx, { page }) => {
        const list = await listCustomFields(deps, fromPage(page));
        return { custom_fields: list.items.map(toFieldMessage), meta: toMeta(list) };
      },
    },
    updateCustomField: {
      scope: WRITE,
      command: async (_ctx, { id, input, mask }) => ({
        custom_field: toFieldMessage(
          await updateCustomField(deps, { id, change: toFieldChange(input, mask) }),
        ),
      }),
    },
    deleteCustomField: {
      scope: WRITE,
      command: async (_ctx, { id }) => {
        await deleteCustomField(deps, id);
        return {};
      },
    },
  };
}
