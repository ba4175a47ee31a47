import type {
  ColumnMapping as ColumnMessage,
  FieldMapping as MappingMessage,
  FieldMappingInput,
} from '@outreach/contracts-contacts';
import { invalidField } from '@outreach/errors';
import { fromDedupMessage, toDedupMessage } from '../../contact-model/index.ts';
import { TRANSFORMS } from './apply-transform.ts';
import { DELIMITERS, type ColumnMapping, type FieldMapping } from './field-mapping.ts';
import type { FieldMappingChange } from './manage-field-mappings.ts';

export function toMappingMessage(mapping: FieldMapping): MappingMessage {
  return {
    id: mapping.id,
    name: mapping.name,
    has_header: mapping.has_header,
    delimiter: mapping.delimiter ?? undefined,
    mappings: mapping.mappings.map((column) => ({ ...column })),
    default_tags: [...mapping.default_tags],
    dedup_behavior: toDedupMessage(mapping.dedup_behavior),
  };
}

/** The fields that the mask names. @throws AppError invalid_argument on an unknown delimiter, transform or behavior. */
export function fromMappingInput(
  input: FieldMappingInput | undefined,
  mask: readonly string[] | undefined,
): FieldMappingChange {
  const named = new Set(mask ?? []);
  if (input === undefined) return {};
  return {
    ...(named.has('name') && input.name !== undefined ? { name: input.name } : {}),
    ...(named.has('has_header') ? { has_header: input.has_header } : {}),
    ...(named.has('delimiter') ? { delimiter: toDelimiter(input.delimiter) } : {}),
    ...(named.has('mappings') ? { mappings: input.mappings.map(fromColumnMessage) } : {}),
    ...(named.has('default_tags') ? { default_tags: [...new Set(input.default_tags)] } : {}),
    ...(named.has('dedup_behavior') ? { dedup_behavior: fromDedupMessage(input.dedup_behavior) } : {}),
  };
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
