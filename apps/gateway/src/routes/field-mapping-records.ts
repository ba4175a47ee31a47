import { describedBy, recordFields } from '@outreach/contracts-common';
import type { FieldMapping, FieldMappingInput } from '@outreach/contracts-contacts/gen/field_mappings.ts';
import { documentedAs, enumText, tags, text, TEXT_MAX } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { DEDUP_BEHAVIORS } from '@outreach/contracts-contacts/enumerations';
import { EXAMPLE_ULID } from './route.ts';
import { enumOr, optionalBoolean, optionalEnum } from './optional-fields.ts';

/** The maximum number of cells in a CSV record. */
const COLUMNS_MAX = 1_000;
/** Length of `custom_fields.` and a name. */
const TARGET_MAX = 78;
const TRANSFORMS = ['none', 'trim', 'lowercase', 'split_comma', 'date_iso'] as const;

/** The tab has a name because it is hard to see; the character itself is accepted too. */
export const delimiter = z.enum([',', ';', 'tab', '|']);
const givenDelimiter = documentedAs(
  z
    .string()
    .nullish()
    .transform((value) => (value === '' ? null : value === '\t' ? 'tab' : value))
    .pipe(delimiter.nullish()),
  { type: ['string', 'null'], enum: [...delimiter.options, null] },
).describe('Detected in the file when `null`.');

export const ColumnRecord = z
  .object({ source_column: z.string(), target_field: z.string(), transform: enumText(TRANSFORMS) })
  .meta({ id: 'ColumnMapping' });

export const FieldMappingRecord = z
  .object({
    id: recordFields.id,
    name: recordFields.name,
    has_header: z.boolean().describe('`true` if the first row contains column titles.'),
    delimiter: delimiter.nullable().describe('The separator of the columns; `null` detects it.'),
    mappings: z.array(ColumnRecord).describe('The mappings of columns to contact fields.'),
    default_tags: z.array(z.string()).describe('Tags for every imported contact.'),
    dedup_behavior: enumText(DEDUP_BEHAVIORS).describe('The treatment of existing contacts.'),
  })
  .meta({ id: 'FieldMapping' });

const ColumnBody = z
  .object({
    source_column: text(TEXT_MAX.line).describe(
      'Title of the column; in a file without a header its number, from 1.',
    ),
    target_field: text(TARGET_MAX).describe(
      'A writable contact field, `company.*`, `custom_fields.<name>`, `tags`, or `ignore`.',
    ),
    transform: enumOr(TRANSFORMS, 'none'),
  })
  .meta({ id: 'ColumnMappingInput' });

const writable = {
  has_header: optionalBoolean(),
  delimiter: givenDelimiter,
  default_tags: tags().optional(),
  dedup_behavior: optionalEnum(DEDUP_BEHAVIORS),
};
const columns = z.array(ColumnBody).max(COLUMNS_MAX);

export const FieldMappingCreateBody = z
  .object(
    describedBy(FieldMappingRecord, { name: text(TEXT_MAX.resourceName), mappings: columns, ...writable }),
  )
  .meta({ id: 'FieldMappingCreate' });
export const FieldMappingUpdateBody = z
  .object(
    describedBy(FieldMappingRecord, {
      name: text(TEXT_MAX.resourceName).optional(),
      mappings: columns.optional(),
      ...writable,
    }),
  )
  .meta({ id: 'FieldMappingUpdate' });

export const fieldMappingExample = {
  id: `map_${EXAMPLE_ULID}`,
  name: 'CRM export',
  has_header: true,
  delimiter: ';',
  mappings: [
    { source_column: 'Mail', target_field: 'email', transform: 'trim' },
    { source_column: 'Labels', target_field: 'tags', transform: 'split_comma' },
  ],
  default_tags: ['crm'],
  dedup_behavior: 'fill_empty',
} as const;

export function toFieldMappingInput(body: z.output<typeof FieldMappingUpdateBody>): FieldMappingInput {
  return {
    name: body.name,
    has_header: body.has_header ?? true,
    delimiter: body.delimiter === 'tab' ? '\t' : (body.delimiter ?? undefined),
    mappings: body.mappings ?? [],
    default_tags: body.default_tags ?? [],
    dedup_behavior: body.dedup_behavior ?? '',
  };
}

export function toFieldMapping(mapping: FieldMapping): z.output<typeof FieldMappingRecord> {
  const { id, name, has_header, mappings, default_tags } = mapping;
  return {
    id,
    name,
    has_header,
    delimiter: toDelimiter(mapping.delimiter) ?? null,
    mappings: mappings.map(({ source_column, target_field, transform }) => ({
      source_column,
      target_field,
      transform,
    })),
    default_tags,
    dedup_behavior: mapping.dedup_behavior,
  };
}

/** A tab is named `tab`. */
export function toDelimiter(text: string | undefined): z.output<typeof delimiter> | undefined {
  if (text === '\t') return 'tab';
  return delimiter.options.find((option) => option === text);
}
