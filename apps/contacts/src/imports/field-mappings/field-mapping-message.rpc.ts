import {
  DedupBehavior as DedupMessage,
  type ColumnMapping as ColumnMessage,
  type FieldMapping as MappingMessage,
  type FieldMappingInput,
} from '@outreach/contracts-contacts';
import { invalidField } from '@outreach/errors';
import { TRANSFORMS } from './apply-transform.ts';
import { DELIMITERS, type ColumnMapping, type FieldMapping } from './field-mapping.ts';
import type { FieldMappingChange } from './manage-field-mappings.ts';
import { toDedup } from '../../contacts/bulk-messages.rpc.ts';

const DEDUP_MESSAGES = {
  update: DedupMessage.DEDUP_BEHAVIOR_UPDATE,
  skip: DedupMessage.DEDUP_BEHAVIOR_SKIP,
  fill_empty: DedupMessage.DEDUP_BEHAVIOR_FILL_EMPTY,
} as const;

export function toMappingMessage(mapping: FieldMapping): MappingMessage {
  return {
    id: mapping.id,
    name: mapping.name,
    has_header: mapping.has_header,
    delimiter: mapping.delimiter ?? undefined,
    mappings: mapping.mappings.map((column) => ({ ...column })),
    default_tags: [...mapping.default_tags],
    dedup_behavior: DEDUP_MESSAGES[mapping.dedup_behavior],
  };
}

/** The members that the mask names. @throws AppError invalid_argument on an unknown delimiter or transform. */
export function toMappingChange(
  input: FieldMappingInput | undefined,
  mask: readonly string[] | undefined,
): FieldMappingChange {
  const named = new Set(mask ?? []);
  if (input === undefined) return {};
  return {
    ...(named.has('name') && input.name !== undefined ? { name: input.name } : {}),
    ...(named.has('has_header') ? { has_header: input.has_header } : {}),
    ...(named.has('delimiter') ? { delimiter: toDelimiter(input.delimiter) } : {}),
    ...(named.has('mappings') ? { mappings: input.mappings.map(toColumn) } : {}),
    ...(named.has('default_tags') ? { default_tags: [...new Set(input.default_tags)] } : {}),
    ...(named.has('dedup_behavior') ? { dedup_behavior: toDedup(input.dedup_behavior) } : {}),
  };
}

function toDelimiter(text: string | undefined): FieldMapping['delimiter'] {
  if (text === undefined) return null;
  const known = DELIMITERS.find((delimiter) => delimiter === text);
  if (known === undefined) throw invalidField('delimiter', 'delimiter must be one of the separators.');
  return known;
}

function toColumn({ source_column, target_field, transform }: ColumnMessage, index: number): ColumnMapping {
  const known = TRANSFORMS.find((name) => name === transform);
  if (known !== undefined) return { source_column, target_field, transform: known };
  const field = `mappings[${index}].transform`;
  throw invalidField(field, `${field} must be one of ${TRANSFORMS.join(', ')}.`);
}
