import { z } from 'zod';
import { requirePresent } from './convert.ts';
import { ColumnRecord, delimiter, toDelimiter } from './field-mapping-records.ts';
import { CONTACT_READERS } from './route.ts';
import { toUpload, uploadRoute, UPLOAD_DEADLINE_MS } from './upload.ts';

const Preview = z
  .object({
    columns: z.array(z.string()),
    sample_rows: z.array(z.array(z.string())),
    suggested_mapping: z.array(ColumnRecord),
    delimiter: delimiter.describe('The separator that the file was read with.'),
  })
  .meta({ id: 'FieldMappingPreview' });

export const fieldMappingPreviewRoutes = [
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
