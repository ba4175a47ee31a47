import { maskedFields } from '@outreach/contracts-common';
import type {
  ColumnMapping as ColumnMessage,
  FieldMapping as MappingMessage,
  FieldMappingInput,
} from '@outreach/contracts-contacts/gen/field_mappings.ts';
import { invalidField } from '@outreach/errors';
import { toDedupBehavior } from '../../contact-model/index.ts';
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
    dedup_behavior: mapping.dedup_behavior,
  };
}

/** The fields that the mask names. @throws AppError invalid_argument on an unknown delimiter, transform or behavior. */
export function fromMappingInput(
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
