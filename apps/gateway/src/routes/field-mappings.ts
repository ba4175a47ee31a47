import { maskOf } from '@outreach/contracts-common';
import { id } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { CONTACT_READERS, requirePresent } from './route.ts';
import {
  ColumnRecord,
  delimiter,
  FieldMappingCreateBody,
  fieldMappingExample as example,
  FieldMappingRecord,
  FieldMappingUpdateBody,
  toDelimiter,
  toFieldMapping,
  toFieldMappingInput,
} from './field-mapping-records.ts';
import { Resource } from './resource.ts';
import { toUpload, UPLOAD_DEADLINE_MS, uploadRoute } from './upload.ts';

const params = z.object({ field_mapping_id: id('map').describe('Id of the field mapping.') });
const resource = new Resource({
  path: '/api/v1/field-mappings/{field_mapping_id}/',
  params,
  record: FieldMappingRecord,
  example,
  toRecord: toFieldMapping,
});
const reads = { tags: ['field-mappings'], scope: CONTACT_READERS } as const;
const writes = { tags: ['field-mappings'], scope: ['contacts:write'] } as const;
const { id: _id, ...body } = example;
const Preview = z
  .object({
    columns: z.array(z.string()),
    sample_rows: z.array(z.array(z.string())),
    suggested_mapping: z.array(ColumnRecord),
    delimiter: delimiter.describe('The separator that the file was read with.'),
  })
  .meta({ id: 'FieldMappingPreview' });

export const fieldMappingRoutes = [
  resource.list({
    ...reads,
    operationId: 'listFieldMappings',
    summary: 'List field mappings',
    call: async (ctx, page, { contacts }) => contacts.listFieldMappings(ctx, { page }),
    items: ({ field_mappings }) => field_mappings,
  }),
  resource.create({
    ...writes,
    operationId: 'createFieldMapping',
    summary: 'Create a field mapping',
    description: 'Maps the columns of a CSV file to contact fields. Columns without a mapping are ignored.',
    body: FieldMappingCreateBody,
    given: body,
    call: async (ctx, body, { contacts }) => {
      const request = { input: toFieldMappingInput(body), mask: maskOf(body) };
      return (await contacts.createFieldMapping(ctx, request)).field_mapping;
    },
  }),
  resource.get({
    ...reads,
    operationId: 'getFieldMapping',
    summary: 'Get a field mapping',
    call: async (ctx, id, { contacts }) => (await contacts.getFieldMapping(ctx, { id })).field_mapping,
  }),
  resource.update({
    ...writes,
    operationId: 'updateFieldMapping',
    summary: 'Update a field mapping',
    description: '`mappings` and `default_tags` are replaced as a whole.',
    body: FieldMappingUpdateBody,
    given: { delimiter: 'tab' },
    changed: { delimiter: 'tab' },
    call: async (ctx, { id, body }, { contacts }) => {
      const request = { id, input: toFieldMappingInput(body), mask: maskOf(body) };
      return (await contacts.updateFieldMapping(ctx, request)).field_mapping;
    },
  }),
  resource.delete({
    ...writes,
    operationId: 'deleteFieldMapping',
    summary: 'Delete a field mapping',
    call: async (ctx, id, { contacts }) => contacts.deleteFieldMapping(ctx, { id }),
  }),
  uploadRoute({
    method: 'post',
    path: '/api/v1/field-mappings/preview/',
    operationId: 'previewFieldMapping',
    summary: 'Preview a CSV file',
    description:
      'Returns the columns, the first 20 rows, and the mapping that an import without a field mapping applies. The file is not stored.',
    tags: ['field-mappings'],
    scope: CONTACT_READERS,
    deadlineMs: UPLOAD_DEADLINE_MS,
    multipart: {
      file: { type: 'string', format: 'binary', description: 'The CSV file.' },
      has_header: { type: 'boolean', default: true },
      delimiter: {
        type: 'string',
        enum: [',', ';', 'tab', '|'],
        description: 'Detected when absent.',
      },
    },
    responses: { 200: Preview },
    example: {
      body: { file: 'E-Mail;Vorname\nmaria@example.com;Maria\n', has_header: true, delimiter: ';' },
      responses: {
        200: {
          columns: ['E-Mail', 'Vorname'],
          sample_rows: [['maria@example.com', 'Maria']],
          suggested_mapping: [
            { source_column: 'E-Mail', target_field: 'email', transform: 'none' },
            { source_column: 'Vorname', target_field: 'ignore', transform: 'none' },
          ],
          delimiter: ';',
        },
      },
    },
    handle: async ({ ctx }, ports, { req }) => {
      const preview = await ports.contacts.previewFieldMapping(ctx, toUpload(req, ctx, ports));
      const { columns, sample_rows, suggested_mapping } = preview;
      const rows = sample_rows.map(({ cells }) => cells);
      const delimiter = requirePresent(toDelimiter(preview.delimiter));
      return { status: 200, body: { columns, sample_rows: rows, suggested_mapping, delimiter } };
    },
  }),
];
