import { fromPage, toMeta } from '@outreach/app-kit';
import { NOTHING } from '@outreach/service-kit/rpc';
import { READ, WRITE, type ContactsMethods } from '../../methods/index.ts';
import { fromMappingInput, toMappingMessage } from './field-mapping-message.rpc.ts';
import {
  createFieldMapping,
  deleteFieldMapping,
  getFieldMapping,
  updateFieldMapping,
} from './manage-field-mappings.ts';
import type { ImportPorts } from '../ports.ts';
import { receivePreview } from './receive-preview.rpc.ts';

type FieldMappingMethods = ContactsMethods<
  | 'createFieldMapping'
  | 'getFieldMapping'
  | 'listFieldMappings'
  | 'updateFieldMapping'
  | 'deleteFieldMapping'
  | 'previewFieldMapping'
>;

export function fieldMappingMethods(ports: ImportPorts): FieldMappingMethods {
  return {
    createFieldMapping: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { input, mask }) => {
        const created = await createFieldMapping(ports, ctx, fromMappingInput(input, mask));
        return { field_mapping: toMappingMessage(created) };
      },
    },
    getFieldMapping: {
      scope: READ,
      query: async (_ctx, { id }) => ({ field_mapping: toMappingMessage(await getFieldMapping(ports, id)) }),
    },
    listFieldMappings: {
      scope: READ,
      query: async (_ctx, { page }) => {
        const list = await ports.fieldMappings.list(fromPage(page));
        return { field_mappings: list.items.map(toMappingMessage), meta: toMeta(list) };
      },
    },
    updateFieldMapping: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id, input, mask }) => {
        const changed = await updateFieldMapping(ports, { id, change: fromMappingInput(input, mask) });
        return { field_mapping: toMappingMessage(changed) };
      },
    },
    previewFieldMapping: {
      scope: READ,
      about: NOTHING,
      receive: async (_ctx, chunks) => receivePreview(ports, chunks),
    },
    deleteFieldMapping: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id }) => {
        await deleteFieldMapping(ports, id);
        return {};
      },
    },
  };
}
