import { maskOf } from '@outreach/contracts-common';
import { id } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { Resource } from './resource.ts';
import {
  FieldMappingCreateBody,
  fieldMappingExample as example,
  FieldMappingRecord,
  FieldMappingUpdateBody,
  toFieldMapping,
  toFieldMappingInput,
} from './field-mapping-records.ts';
import { CONTACT_READERS } from './route.ts';

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
];
