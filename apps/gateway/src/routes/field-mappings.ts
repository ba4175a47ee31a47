import { maskOf } from '@outreach/contracts-common';
import { cursor, id, pageOf, pageSize } from '@outreach/http-kit/fields';
import { z } from 'zod';
import {
  FieldMappingCreateBody,
  fieldMappingExample as example,
  FieldMappingRecord,
  FieldMappingUpdateBody,
  toFieldMapping,
  toFieldMappingInput,
} from './field-mapping-records.ts';
import { CONTACT_READERS, onePage, route } from './route.ts';
import { requirePresent, toMeta, toPageRequest } from './convert.ts';

const params = z.object({ field_mapping_id: id('map').describe('Id of the field mapping.') });
const byId = { params: { field_mapping_id: example.id } };
const reads = { tags: ['field-mappings'], scope: CONTACT_READERS } as const;
const writes = { tags: ['field-mappings'], scope: ['contacts:write'] } as const;
const { id: _id, ...body } = example;

export const fieldMappingRoutes = [
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/field-mappings/',
    operationId: 'listFieldMappings',
    summary: 'List field mappings',
    query: z.object({ page_size: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(FieldMappingRecord) },
    example: {
      query: { page_size: '50' },
      responses: { 200: onePage(example) },
    },
    handle: async ({ ctx, query }, { contacts }) => {
      const { field_mappings, meta } = await contacts.listFieldMappings(ctx, { page: toPageRequest(query) });
      return { status: 200, body: { data: field_mappings.map(toFieldMapping), meta: toMeta(meta) } };
    },
  }),
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/field-mappings/',
    operationId: 'createFieldMapping',
    summary: 'Create a field mapping',
    description: 'Maps the columns of a CSV file to contact fields. Columns without a mapping are ignored.',
    idempotent: true,
    body: FieldMappingCreateBody,
    responses: { 201: FieldMappingRecord },
    example: { body, responses: { 201: example } },
    handle: async ({ ctx, body }, { contacts }) => {
      const request = { input: toFieldMappingInput(body), mask: maskOf(body) };
      const { field_mapping } = await contacts.createFieldMapping(ctx, request);
      return { status: 201, body: toFieldMapping(requirePresent(field_mapping)) };
    },
  }),
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/field-mappings/{field_mapping_id}/',
    operationId: 'getFieldMapping',
    summary: 'Get a field mapping',
    params,
    responses: { 200: FieldMappingRecord },
    example: { ...byId, responses: { 200: example } },
    handle: async ({ ctx, params: { field_mapping_id } }, { contacts }) => {
      const { field_mapping } = await contacts.getFieldMapping(ctx, { id: field_mapping_id });
      return { status: 200, body: toFieldMapping(requirePresent(field_mapping)) };
    },
  }),
  route({
    ...writes,
    method: 'patch',
    path: '/api/v1/field-mappings/{field_mapping_id}/',
    operationId: 'updateFieldMapping',
    summary: 'Update a field mapping',
    description: '`mappings` and `default_tags` are replaced as a whole.',
    params,
    body: FieldMappingUpdateBody,
    responses: { 200: FieldMappingRecord },
    example: { ...byId, body: { delimiter: 'tab' }, responses: { 200: { ...example, delimiter: 'tab' } } },
    handle: async ({ ctx, params: { field_mapping_id }, body }, { contacts }) => {
      const request = { id: field_mapping_id, input: toFieldMappingInput(body), mask: maskOf(body) };
      const { field_mapping } = await contacts.updateFieldMapping(ctx, request);
      return { status: 200, body: toFieldMapping(requirePresent(field_mapping)) };
    },
  }),
  route({
    ...writes,
    method: 'delete',
    path: '/api/v1/field-mappings/{field_mapping_id}/',
    operationId: 'deleteFieldMapping',
    summary: 'Delete a field mapping',
    params,
    responses: { 204: null },
    example: { ...byId, responses: {} },
    handle: async ({ ctx, params: { field_mapping_id } }, { contacts }) => {
      await contacts.deleteFieldMapping(ctx, { id: field_mapping_id });
      return { status: 204 };
    },
  }),
];
