import { contactErrors } from '@outreach/contracts-contacts';
import { importCompleted, ImportJobRecord } from '@outreach/contracts-contacts/events';
import type { ImportJob, ListImportErrorsResponse } from '@outreach/contracts-contacts/gen/imports.ts';
import { recordOf, type PageRequest } from '@outreach/contracts-common';
import { cursor, id, pageOf, pageSize } from '@outreach/http-kit/fields';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { CONTACT_READERS, requirePresent, route, toMeta, toPageRequest, withDeadline } from './route.ts';
import { toUpload, uploadRoute, UPLOAD_DEADLINE_MS } from './upload.ts';

/** Each page of a CSV file has its own deadline: a slow client can take longer than one call. */
const CSV_PAGE_DEADLINE_MS = 15_000;
const CSV_PAGE_ROWS = 500;

const Job = ImportJobRecord.meta({ id: 'ImportJob' });
const RowError = z
  .object({
    row_number: z.int().describe('Number of the data row, from 1.'),
    column: z.string().nullable().describe('The column of the invalid value.'),
    email: z.string().nullable().describe('The address of the row.'),
    code: z.string().describe('The kind of error.'),
    message: z.string().describe('The error in words.'),
    raw: z.array(z.string()).describe('The cells of the row, at most 4 KiB.'),
    raw_truncated: z.boolean().describe('True if `raw` is incomplete.'),
  })
  .meta({ id: 'ImportRowError' });

const params = z.object({ import_id: id('imp').describe('Id of the import.') });
const { example } = importCompleted;
const byId = { params: { import_id: example.id } };
const resource = new Resource({
  path: '/api/v1/imports/{import_id}/',
  params,
  record: Job,
  example,
  toRecord: toJob,
});
const tags = ['imports'];

export const importRoutes = [
  uploadRoute({
    method: 'post',
    path: '/api/v1/imports/',
    operationId: 'createImport',
    summary: 'Import contacts from a CSV file',
    description:
      'Creates an import job. The file has at most 500,000 rows and 200 MiB, is encoded in UTF-8, UTF-16 or Latin-1 and separated by comma, semicolon, tab or pipe. Without a field mapping, columns map to the contact fields of the same name, ignoring case, spaces and underscores.',
    tags,
    scope: ['contacts:write'],
    limits: ['bulk'],
    idempotent: true,
    deadlineMs: UPLOAD_DEADLINE_MS,
    multipart: {
      file: { type: 'string', format: 'binary', description: 'The CSV file.' },
      field_mapping_id: { type: 'string' },
      trigger_verification: {
        type: 'string',
        enum: ['true', 'false'],
        description:
          'Verifies the addresses of the contacts when the import has completed, by a verification job.',
      },
    },
    responses: { 201: Job },
    example: {
      body: { file: 'email,first_name\nmaria@example.com,Maria\n' },
      responses: { 201: example },
    },
    handle: async ({ ctx }, ports, { req }) => {
      const { job } = await ports.contacts.createImport(ctx, toUpload(req, ctx, ports));
      return { status: 201, body: toJob(requirePresent(job)) };
    },
  }),
  resource.list({
    operationId: 'listImports',
    summary: 'List import jobs',
    description: 'Newest first.',
    tags,
    scope: CONTACT_READERS,
    call: async (ctx, page, { contacts }) => contacts.listImports(ctx, { page }),
    items: ({ jobs }) => jobs,
  }),
  resource.get({
    operationId: 'getImport',
    summary: 'Get an import job',
    tags,
    scope: CONTACT_READERS,
    call: async (ctx, id, { contacts }) => (await contacts.getImport(ctx, { id })).job,
  }),
  resource.act({
    operationId: 'cancelImport',
    summary: 'Cancel an import job',
    description: 'Rows that are already imported stay imported.',
    tags,
    scope: ['contacts:write'],
    errors: [contactErrors.importEnded],
    action: 'cancel',
    changed: { status: 'canceled' },
    call: async (ctx, id, { contacts }) => (await contacts.cancelImport(ctx, { id })).job,
  }),
  route({
    method: 'get',
    path: '/api/v1/imports/{import_id}/errors/',
    operationId: 'listImportErrors',
    summary: 'List the rejected rows of an import',
    description:
      'Returns the rows that changed no contact, each with its error. `raw` has at most 4 KiB of a row, and a page at most 1 MiB: it may have fewer rows than `page_size`. With `format=csv` the response is a CSV file with the original columns, `error_code` and `error_message`: correct it and import it again.',
    tags,
    scope: CONTACT_READERS,
    params,
    query: z.object({
      page_size: pageSize(),
      cursor: cursor(),
      format: z
        .enum(['json', 'csv'], { error: 'must be json or csv' })
        .default('json')
        .describe('Format of the response. `csv` and `jsonl` return all rows, `json` returns a page.'),
    }),
    responses: { 200: pageOf(RowError) },
    download: {
      contentType: 'text/csv; charset=utf-8',
      description: 'The rejected rows as CSV.',
      example:
        'email,first_name,error_code,error_message\nmaria,Maria,invalid_email,email must be an email address.\n',
    },
    example: {
      ...byId,
      query: { page_size: '50' },
      responses: {
        200: {
          data: [
            {
              row_number: 2,
              column: 'email',
              email: 'maria',
              code: 'invalid_email',
              message: 'email must be an email address.',
              raw: ['maria', 'Maria'],
              raw_truncated: false,
            },
          ],
          meta: { next_cursor: null, has_more: false },
        },
      },
    },
    handle: async ({ ctx, params: { import_id }, query }, { contacts }) => {
      if (query.format === 'csv') {
        const pageOfErrors = async (page: PageRequest) =>
          contacts.listImportErrors(withDeadline(ctx, CSV_PAGE_DEADLINE_MS), { id: import_id, page });
        return { download: await toCsv(pageOfErrors), headers: csvHeaders(import_id) };
      }
      const page = toPageRequest(query);
      const { errors, meta } = await contacts.listImportErrors(ctx, { id: import_id, page });
      return { status: 200, body: { data: errors.map((row) => recordOf(row)), meta: toMeta(meta) } };
    },
  }),
];

type ErrorPages = (page: PageRequest) => Promise<ListImportErrorsResponse>;

/** All rejected rows: text if they fit into one page, else a stream that reads the next page when the client took one. */
async function toCsv(pageOfErrors: ErrorPages): Promise<string | AsyncIterable<Uint8Array>> {
  const first = await pageOfErrors({ page_size: CSV_PAGE_ROWS, cursor: '' });
  const head = stringify([[...first.columns, 'error_code', 'error_message']]);
  const text = head + toRows(first);
  return (first.meta?.next_cursor ?? '') === '' ? text : toStream(text, first, pageOfErrors);
}

async function* toStream(
  text: string,
  first: ListImportErrorsResponse,
  pageOfErrors: ErrorPages,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(text);
  let cursorOfPage = first.meta?.next_cursor ?? '';
  while (cursorOfPage !== '') {
    const page = await pageOfErrors({ page_size: CSV_PAGE_ROWS, cursor: cursorOfPage });
    yield Buffer.from(toRows(page));
    cursorOfPage = page.meta?.next_cursor ?? '';
  }
}

function toRows({ errors, columns }: ListImportErrorsResponse): string {
  return stringify(errors.map(({ raw, code, message }) => [...fill(raw, columns.length), code, message]));
}

function fill(cells: readonly string[], count: number): string[] {
  return Array.from({ length: Math.max(count, cells.length) }, (_, index) => cells[index] ?? '');
}

function csvHeaders(importId: string): Record<string, string> {
  return { 'Content-Disposition': `attachment; filename="${importId}-errors.csv"` };
}

function toJob(job: ImportJob): ImportJobRecord {
  return recordOf(job, 'created_at');
}
