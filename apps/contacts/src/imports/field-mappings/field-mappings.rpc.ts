import { fromPage, toMeta } from '@outreach/app-kit';
import { maskedFields } from '@outreach/contracts-common';
import type {
  ColumnMapping as ColumnMessage,
  FieldMapping as MappingMessage,
  FieldMappingInput,
} from '@outreach/contracts-contacts/gen/field_mappings.ts';
import { invalidField } from '@outreach/errors';
import { NOTHING } from '@outreach/service-kit/rpc';
import { withoutNull } from '@outreach/values';
import { toDedupBehavior } from '../../contact-model/index.ts';
import { READ, WRITE, type ContactsMethods } from '../../methods/index.ts';
import { TRANSFORMS } from './apply-transform.ts';
import { DELIMITERS, type ColumnMapping, type FieldMapping } from './field-mapping.ts';
import {
  createFieldMapping,
  deleteFieldMapping,
  getFieldMapping,
  updateFieldMapping,
  type FieldMappingChange,
} from './manage-field-mappings.ts';
import type { ImportPorts } from '../ports.ts';
import { receivePreview } from './receive-preview.rpc.ts';

export function fieldMappingMethods(ports: ImportPorts): ContactsMethods {
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

function toMappingMessage(mapping: FieldMapping): MappingMessage {
  const { mappings, default_tags } = mapping;
  return { ...withoutNull(mapping), mappings: [...mappings], default_tags: [...default_tags] };
}

/** The fields that the mask names. @throws AppError invalid_argument on an unknown delimiter, transform or behavior. */
function fromMappingInput(
  input: FieldMappingInput | undefined,
  mask: readonly string[] | undefined,
): FieldMappingChange {
  if (input === undefined) return {};
  return maskedFields(mask, {
    name: input.name,
    has_header: input.has_header,
    delimiter: toDelimiter(input.delimiter),
    mappings: input.mappings.map(fromColumnMessage),
    default_tags: [...new Set(input.default_tags)],
    dedup_behavior: toDedupBehavior(input.dedup_behavior),
  });
}

function toDelimiter(text: string | undefined): FieldMapping['delimiter'] {
  if (text === undefined) return null;
  const known = DELIMITERS.find((delimiter) => delimiter === text);
  if (known === undefined) throw invalidField('delimiter', 'delimiter must be one of the separators.');
  return known;
}

function fromColumnMessage(
  { source_column, target_field, transform }: ColumnMessage,
  index: number,
): ColumnMapping {
  const known = TRANSFORMS.find((name) => name === transform);
  if (known !== undefined) return { source_column, target_field, transform: known };
  const field = `mappings[${index}].transform`;
  throw invalidField(field, `${field} must be one of ${TRANSFORMS.join(', ')}.`);
}
