import { fromPage, toMeta } from '@outreach/app-kit';
import type { ContactsServiceService } from '@outreach/contracts-contacts';
import type { RpcTable } from '@outreach/service-kit';
import {
  createFieldMapping,
  deleteFieldMapping,
  getFieldMapping,
  listFieldMappings,
  updateFieldMapping,
} from './manage-field-mappings.ts';
import type { Deps } from '../../domain/ports.ts';
import { toMappingChange, toMappingMessage } from './field-mapping-message.rpc.ts';
import { receivePreview } from './receive-preview.rpc.ts';
import { READ, WRITE } from '../../contact-records/scopes.rpc.ts';

type FieldMappingRows = Pick<
  RpcTable<typeof ContactsServiceService>,
  | 'createFieldMapping'
  | 'getFieldMapping'
  | 'listFieldMappings'
  | 'updateFieldMapping'
  | 'deleteFieldMapping'
  | 'previewFieldMapping'
>;

export function fieldMappingRows(deps: Deps): FieldMappingRows {
  return {
    createFieldMapping: {
      scope: WRITE,
      command: async (ctx, { input, mask }) => {
        const made = await createFieldMapping(deps, ctx, toMappingChange(input, mask));
        return { field_mapping: toMappingMessage(made) };
      },
    },
    getFieldMapping: {
      scope: READ,
      query: async (_ctx, { id }) => ({ field_mapping: toMappingMessage(await getFieldMapping(deps, id)) }),
    },
    listFieldMappings: {
      scope: READ,
      query: async (_ctx, { page }) => {
        const list = await listFieldMappings(deps, fromPage(page));
        return { field_mappings: list.items.map(toMappingMessage), meta: toMeta(list) };
      },
    },
    updateFieldMapping: {
      scope: WRITE,
      command: async (_ctx, { id, input, mask }) => {
        const changed = await updateFieldMapping(deps, { id, change: toMappingChange(input, mask) });
        return { field_mapping: toMappingMessage(changed) };
      },
    },
    previewFieldMapping: {
      scope: READ,
      receive: async (_ctx, parts) => receivePreview(deps, parts),
    },
    deleteFieldMapping: {
      scope: WRITE,
      command: async (_ctx, { id }) => {
        await deleteFieldMapping(deps, id);
        return {};
      },
    },
  };
}
