import { describedBy } from '@outreach/contracts-common';
import { contactErrors } from '@outreach/contracts-contacts';
import { FILTERS_LOGICS } from '@outreach/contracts-contacts/enumerations';
import { z } from 'zod';
import { requirePresent } from './convert.ts';
import { startedExample, StartedExport, toStartedExport } from './export-records.ts';
import { filters, toFilters } from './filter-input.ts';
import { enumOr } from './optional-fields.ts';
import { CONTACT_READERS, route } from './route.ts';
import { SegmentRecord } from './segment-records.ts';

const ExportBody = z
  .object(
    describedBy(SegmentRecord, {
      filters: filters.optional(),
      filters_logic: enumOr(FILTERS_LOGICS, 'AND'),
      format: enumOr(['csv', 'jsonl'], 'csv').describe('Format of the file.'),
    }),
  )
  .meta({ id: 'ContactExport' });

/** Exports of contacts. */
export const contactExportRoutes = [
  route({
    method: 'post',
    path: '/api/v1/contacts/export/',
    operationId: 'exportContacts',
    summary: 'Export contacts',
    description:
      'Writes the contacts that match the filters to a file: all fields, `company.*` and `custom_fields.<name>`. The filters are those of the search; without filters the file has all contacts that are not deleted. Poll the job until its `download_url` is set. A job of the same request that has not ended is returned again.',
    tags: ['exports'],
    scope: CONTACT_READERS,
    idempotent: true,
    body: ExportBody,
    responses: { 201: StartedExport },
    errors: [contactErrors.exportLimit],
    example: {
      body: {
        filters: [{ field: 'icp_tier', op: 'in', value: ['A', 'B'] }],
        filters_logic: 'AND',
        format: 'csv',
      },
      responses: { 201: startedExample },
    },
    handle: async ({ ctx, body }, { contacts }) => {
      const reply = await contacts.startExport(ctx, {
        filters: toFilters(body.filters ?? []),
        filters_logic: body.filters_logic,
        format: body.format,
      });
      return { status: 201, body: toStartedExport(requirePresent(reply.export)) };
    },
  }),
];
