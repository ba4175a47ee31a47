import { maskOf } from '@outreach/contracts-common';
import { contactErrors } from '@outreach/contracts-contacts';
import { contactCreated } from '@outreach/contracts-contacts/events';
import { cursor, id, pageSize, queryFlag } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { ContactPage, searchIn, toContactPage } from './contact-lists.ts';
import { CONTACT_READERS, route, toPageRequest } from './route.ts';
import {
  SegmentCreateBody,
  segmentExample,
  SegmentRecord,
  SegmentUpdateBody,
  toSegment,
  toSegmentInput,
} from './segment-records.ts';

const params = z.object({ segment_id: id('seg').describe('Id of a segment.') });
const byId = { params: { segment_id: segmentExample.id } };
const resource = new Resource({
  path: '/api/v1/segments/{segment_id}/',
  params,
  record: SegmentRecord,
  example: segmentExample,
  toRecord: toSegment,
});
const reads = { tags: ['segments'], scope: CONTACT_READERS } as const;
const writes = { tags: ['segments'], scope: ['contacts:write'] } as const;

export const segmentRoutes = [
  resource.search({
    ...reads,
    operationId: 'listSegments',
    summary: 'List segments',
    query: z.object({ search: searchIn('the name'), page_size: pageSize(), cursor: cursor() }),
    asked: { search: 'hot' },
    call: async (ctx, { search, ...page }, { contacts }) =>
      contacts.listSegments(ctx, { page: toPageRequest(page), search }),
    items: ({ segments }) => segments,
  }),
  resource.create({
    ...writes,
    operationId: 'createSegment',
    summary: 'Create a segment',
    description:
      'A dynamic segment, the default, contains the contacts that match its filters. A static segment contains the contacts of `contact_ids`.',
    body: SegmentCreateBody,
    given: { name: segmentExample.name, filters: segmentExample.filters },
    call: async (ctx, body, { contacts }) =>
      (await contacts.createSegment(ctx, { input: toSegmentInput(body) })).segment,
  }),
  resource.get({
    ...reads,
    operationId: 'getSegment',
    summary: 'Get a segment',
    call: async (ctx, id, { contacts }) => (await contacts.getSegment(ctx, { id })).segment,
  }),
  resource.update({
    ...writes,
    operationId: 'updateSegment',
    summary: 'Update a segment',
    description: '`filters` and `contact_ids` are replaced as a whole. `segment_type` cannot be changed.',
    body: SegmentUpdateBody,
    errors: [contactErrors.immutableField],
    given: { name: 'Hot leads' },
    call: async (ctx, { id, body }, { contacts }) => {
      const request = { id, input: toSegmentInput(body), mask: maskOf(body) };
      return (await contacts.updateSegment(ctx, request)).segment;
    },
  }),
  resource.delete({
    ...writes,
    operationId: 'deleteSegment',
    summary: 'Delete a segment',
    description: 'A segment that a campaign uses cannot be deleted.',
    errors: [contactErrors.segmentInUse],
    call: async (ctx, id, { contacts }) => contacts.deleteSegment(ctx, { id }),
  }),
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/segments/{segment_id}/contacts/',
    operationId: 'listSegmentContacts',
    summary: 'List the contacts of a segment',
    params,
    query: z.object({
      page_size: pageSize(),
      cursor: cursor(),
      include_deleted: queryFlag().describe('`true` also returns soft-deleted contacts.'),
    }),
    responses: { 200: ContactPage },
    example: {
      ...byId,
      query: { page_size: '50' },
      responses: {
        200: { data: [contactCreated.example], meta: { next_cursor: null, has_more: false, total_count: 1 } },
      },
    },
    handle: async ({ ctx, params: { segment_id }, query }, { contacts }) => {
      const include_deleted = query.include_deleted ?? false;
      const page = toPageRequest(query);
      const found = await contacts.listSegmentContacts(ctx, { id: segment_id, page, include_deleted });
      return { status: 200, body: toContactPage(found) };
    },
  }),
  resource.act({
    ...writes,
    operationId: 'refreshSegment',
    summary: 'Recount a segment',
    description:
      'Counts the contacts of the segment now and returns the segment with the new `contact_count`.',
    action: 'refresh',
    call: async (ctx, id, { contacts }) => (await contacts.refreshSegment(ctx, { id })).segment,
  }),
];
