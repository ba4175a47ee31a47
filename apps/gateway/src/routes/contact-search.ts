import { describedBy } from '@outreach/contracts-common';
import { contactErrors } from '@outreach/contracts-contacts';
import { FILTERS_LOGICS } from '@outreach/contracts-contacts/enumerations';
import { contactCreated } from '@outreach/contracts-contacts/events';
import { optionalText } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { ContactPage, toContactPage } from './contact-lists.ts';
import { CONTACT_READERS, requirePresent, route } from './route.ts';
import { startedExample, StartedExport, toStartedExport } from './exports.ts';
import { filters, toFilters } from './filter-input.ts';
import { booleanOr, enumOr, integerOr } from './optional-fields.ts';
import { SegmentRecord } from './segment-records.ts';

const PAGE_SIZE_MAX = 500;
const PAGE_SIZE_DEFAULT = 50;
const SORT_KEYS_MAX = 3;
/** The cursor contains sort values of any length; a body has room for them. */
const CURSOR_CHARACTERS_MAX = 16_384;

const condition = { filters: filters.optional(), filters_logic: enumOr(FILTERS_LOGICS, 'AND') };

const SearchBody = z
  .object(
    describedBy(SegmentRecord, {
      ...condition,
      sort: z
        .array(z.object({ field: z.string(), direction: enumOr(['asc', 'desc'], 'asc') }))
        .max(SORT_KEYS_MAX)
        .optional()
        .describe('At most three sort fields.'),
      page_size: integerOr(1, PAGE_SIZE_MAX, PAGE_SIZE_DEFAULT),
      cursor: optionalText(CURSOR_CHARACTERS_MAX),
      include_deleted: booleanOr(false),
    }),
  )
  .meta({ id: 'ContactSearch' });

const ExportBody = z
  .object(
    describedBy(SegmentRecord, {
      ...condition,
      format: enumOr(['csv', 'jsonl'], 'csv').describe('Format of the file.'),
    }),
  )
  .meta({ id: 'ContactExport' });

const { example } = contactCreated;
const ofTiers = { field: 'icp_tier', op: 'in', value: ['A', 'B'] };

/** The search of contacts, and their export. */
export const contactSearchRoutes = [
  route({
    method: 'post',
    path: '/api/v1/contacts/search/',
    operationId: 'searchContacts',
    summary: 'Search contacts',
    description:
      'Filters are combined with AND, or with OR if `filters_logic` is `OR`. `ne` and `not_in` also match contacts without a value. Text is compared without regard to case. Contacts without a value in the sort field come last.',
    tags: ['contacts'],
    scope: CONTACT_READERS,
    body: SearchBody,
    responses: { 200: ContactPage },
    example: {
      body: {
        filters: [ofTiers, { field: 'lead_score', op: 'gte', value: 70 }],
        filters_logic: 'AND',
        sort: [{ field: 'lead_score', direction: 'desc' }],
        page_size: 50,
      },
      responses: { 200: { data: [example], meta: { next_cursor: null, has_more: false, total_count: 1 } } },
    },
    handle: async ({ ctx, body }, { contacts }) => {
      const found = await contacts.searchContacts(ctx, {
        filters: toFilters(body.filters ?? []),
        filters_logic: body.filters_logic,
        sort: (body.sort ?? []).map(({ field, direction }) => ({ field, descending: direction === 'desc' })),
        page: { page_size: body.page_size, cursor: body.cursor ?? '' },
        include_deleted: body.include_deleted,
      });
      return { status: 200, body: toContactPage(found) };
    },
  }),
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
      body: { filters: [ofTiers], filters_logic: 'AND', format: 'csv' },
      responses: { 201: startedExample },
    },
    handle: async ({ ctx, body }, { contacts }) => {
      const { filters = [], ...format } = body;
      const reply = await contacts.startExport(ctx, { ...format, filters: toFilters(filters) });
      return { status: 201, body: toStartedExport(requirePresent(reply.export)) };
    },
  }),
];
