import { maskOf } from '@outreach/contracts-common';
import { contactErrors } from '@outreach/contracts-contacts';
import { contactCreated } from '@outreach/contracts-contacts/events';
import { cursor, id, pageOf, pageSize, queryFlag } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { ContactPage, searchIn, toContactPage } from './contact-lists.ts';
import { CONTACT_READERS, onePage, route } from './route.ts';
import {
  SegmentCreateBody,
  segmentExample,
  SegmentRecord,
  SegmentUpdateBody,
  toSegment,
  toSegmentInput,
} from './segment-records.ts';
import { requirePresent, toMeta, toPageRequest } from './convert.ts';

const params = z.object({ segment_id: id('seg').describe('Id of a segment.') });
const byId = { params: { segment_id: segmentExample.id } };
const reads = { tags: ['segments'], scope: CONTACT_READERS } as const;
const writes = { tags: ['segments'], scope: ['contacts:write'] } as const;

export const segmentRoutes = [
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/segments/',
    operationId: 'listSegments',
    summary: 'List segments',
    query: z.object({ search: searchIn('the name'), page_size: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(SegmentRecord) },
    example: {
      query: { search: 'hot', page_size: '50' },
      responses: { 200: onePage(segmentExample) },
    },
    handle: async ({ ctx, query }, { contacts }) => {
      const request = { page: toPageRequest(query), search: query.search };
      const { segments, meta } = await contacts.listSegments(ctx, request);
      return { status: 200, body: { data: segments.map(toSegment), meta: toMeta(meta) } };
    },
  }),
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/segments/',
    operationId: 'createSegment',
    summary: 'Create a segment',
    description:
      'A dynamic segment, the default, contains the contacts that match its filters. A static segment contains the contacts of `contact_ids`.',
    idempotent: true,
    body: SegmentCreateBody,
    responses: { 201: SegmentRecord },
    example: {
      body: { name: segmentExample.name, filters: segmentExample.filters },
      responses: { 201: segmentExample },
    },
    handle: async ({ ctx, body }, { contacts }) => {
      const { segment } = await contacts.createSegment(ctx, { input: toSegmentInput(body) });
      return { status: 201, body: toSegment(requirePresent(segment)) };
    },
  }),
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/segments/{segment_id}/',
    operationId: 'getSegment',
    summary: 'Get a segment',
    params,
    responses: { 200: SegmentRecord },
    example: { ...byId, responses: { 200: segmentExample } },
    handle: async ({ ctx, params: { segment_id } }, { contacts }) => {
      const { segment } = await contacts.getSegment(ctx, { id: segment_id });
      return { status: 200, body: toSegment(requirePresent(segment)) };
    },
  }),
  route({
    ...writes,
    method: 'patch',
    path: '/api/v1/segments/{segment_id}/',
    operationId: 'updateSegment',
    summary: 'Update a segment',
    description: '`filters` and `contact_ids` are replaced as a whole. `segment_type` cannot be changed.',
    params,
    body: SegmentUpdateBody,
    responses: { 200: SegmentRecord },
    errors: [contactErrors.immutableField],
    example: { ...byId, body: { name: 'Hot leads' }, responses: { 200: segmentExample } },
    handle: async ({ ctx, params: { segment_id }, body }, { contacts }) => {
      const request = { id: segment_id, input: toSegmentInput(body), mask: maskOf(body) };
      const { segment } = await contacts.updateSegment(ctx, request);
      return { status: 200, body: toSegment(requirePresent(segment)) };
    },
  }),
  route({
    ...writes,
    method: 'delete',
    path: '/api/v1/segments/{segment_id}/',
    operationId: 'deleteSegment',
    summary: 'Delete a segment',
    description: 'A segment that a campaign uses cannot be deleted.',
    params,
    responses: { 204: null },
    errors: [contactErrors.segmentInUse],
    example: { ...byId, responses: {} },
    handle: async ({ ctx, params: { segment_id } }, { contacts }) => {
      await contacts.deleteSegment(ctx, { id: segment_id });
      return { status: 204 };
    },
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
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/segments/{segment_id}/refresh/',
    operationId: 'refreshSegment',
    summary: 'Recount a segment',
    description:
      'Counts the contacts of the segment now and returns the segment with the new `contact_count`.',
    idempotent: true,
    params,
    responses: { 200: SegmentRecord },
    example: { ...byId, responses: { 200: segmentExample } },
    handle: async ({ ctx, params: { segment_id } }, { contacts }) => {
      const { segment } = await contacts.refreshSegment(ctx, { id: segment_id });
      return { status: 200, body: toSegment(requirePresent(segment)) };
    },
  }),
];
