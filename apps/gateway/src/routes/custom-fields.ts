import { describedBy, maskOf, recordFields } from '@outreach/contracts-common';
import { contactErrors } from '@outreach/contracts-contacts';
import type { CustomField } from '@outreach/contracts-contacts/gen/custom_fields.ts';
import {
  cursor,
  documentedAs,
  enumText,
  id,
  optionalText,
  pageOf,
  pageSize,
  text,
  TEXT_MAX,
} from '@outreach/http-kit/fields';
import { z } from 'zod';
import { CONTACT_READERS, EXAMPLE_TIME, EXAMPLE_ULID, onePage, route } from './route.ts';
import { requirePresent, toMeta, toPageRequest, toRequiredTime } from './convert.ts';

const NAME_MAX = 64;
const OPTIONS_MAX = 200;
const FIELD_TYPES = ['string', 'number', 'boolean', 'date', 'dropdown', 'multi_select'] as const;

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);

const CustomFieldRecord = z
  .object({
    id: recordFields.id,
    workspace_id: recordFields.workspace_id,
    name: z
      .string()
      .describe(
        'The key in `custom_fields`: a letter, then letters, digits or underscores, at most 64 characters.',
      ),
    display_label: z.string().nullable().describe('The label for people.'),
    field_type: enumText(FIELD_TYPES).describe('The type of the values. It cannot be changed.'),
    options: z.array(z.string()).describe('The allowed values of a dropdown or multi-select.'),
    fallback_value: value.describe('The value in templates for contacts without a value.'),
    created_at: recordFields.created_at,
    updated_at: recordFields.updated_at,
  })
  .meta({ id: 'CustomField' });

const options = z.array(text(TEXT_MAX.line)).max(OPTIONS_MAX);
const fallback = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.string()).max(OPTIONS_MAX), z.null()])
  .optional();

const CreateBody = z
  .object(
    describedBy(CustomFieldRecord, {
      name: documentedAs(text(NAME_MAX), { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' }),
      display_label: optionalText(TEXT_MAX.line),
      field_type: z.enum(FIELD_TYPES),
      options: options.optional(),
      fallback_value: fallback,
    }),
  )
  .meta({ id: 'CustomFieldCreate' });

/** Accepts name and type in order to refuse a different value as immutable. */
const UpdateBody = z
  .object(
    describedBy(CustomFieldRecord, {
      name: z.string().optional(),
      display_label: optionalText(TEXT_MAX.line),
      field_type: z.string().optional(),
      options: options.optional(),
      fallback_value: fallback,
    }),
  )
  .meta({ id: 'CustomFieldUpdate' });

const params = z.object({ custom_field_id: id('cf').describe('Id of the custom field.') });
const example = {
  id: `cf_${EXAMPLE_ULID}`,
  workspace_id: `ws_${EXAMPLE_ULID}`,
  name: 'plan',
  display_label: 'Plan',
  field_type: 'dropdown',
  options: ['free', 'pro'],
  fallback_value: 'free',
  created_at: EXAMPLE_TIME,
  updated_at: EXAMPLE_TIME,
};
const byId = { params: { custom_field_id: example.id } };
const reads = { tags: ['custom-fields'], scope: CONTACT_READERS } as const;
const writes = { tags: ['custom-fields'], scope: ['contacts:write'] } as const;

export const customFieldRoutes = [
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/custom-fields/',
    operationId: 'listCustomFields',
    summary: 'List custom fields',
    query: z.object({ page_size: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(CustomFieldRecord) },
    example: {
      query: { page_size: '50' },
      responses: { 200: onePage(example) },
    },
    handle: async ({ ctx, query }, { contacts }) => {
      const { custom_fields, meta } = await contacts.listCustomFields(ctx, { page: toPageRequest(query) });
      return { status: 200, body: { data: custom_fields.map(toRecord), meta: toMeta(meta) } };
    },
  }),
  route({
    ...writes,
    method: 'post',
    path: '/api/v1/custom-fields/',
    operationId: 'createCustomField',
    summary: 'Create a custom field',
    description:
      'A workspace has at most 200 custom fields. `options` is required for `dropdown` and `multi_select`.',
    idempotent: true,
    body: CreateBody,
    responses: { 201: CustomFieldRecord },
    errors: [contactErrors.duplicateName],
    example: {
      body: { name: 'plan', display_label: 'Plan', field_type: 'dropdown', options: ['free', 'pro'] },
      responses: { 201: example },
    },
    handle: async ({ ctx, body }, { contacts }) => {
      const { custom_field } = await contacts.createCustomField(ctx, { input: toInput(body) });
      return { status: 201, body: toRecord(requirePresent(custom_field)) };
    },
  }),
  route({
    ...reads,
    method: 'get',
    path: '/api/v1/custom-fields/{custom_field_id}/',
    operationId: 'getCustomField',
    summary: 'Get a custom field',
    params,
    responses: { 200: CustomFieldRecord },
    example: { ...byId, responses: { 200: example } },
    handle: async ({ ctx, params: { custom_field_id } }, { contacts }) => {
      const { custom_field } = await contacts.getCustomField(ctx, { id: custom_field_id });
      return { status: 200, body: toRecord(requirePresent(custom_field)) };
    },
  }),
  route({
    ...writes,
    method: 'patch',
    path: '/api/v1/custom-fields/{custom_field_id}/',
    operationId: 'updateCustomField',
    summary: 'Update a custom field',
    description:
      '`name` and `field_type` cannot be changed. Contacts keep stored values of a removed option.',
    params,
    body: UpdateBody,
    responses: { 200: CustomFieldRecord },
    errors: [contactErrors.immutableField],
    example: { ...byId, body: { display_label: 'Subscription' }, responses: { 200: example } },
    handle: async ({ ctx, params: { custom_field_id }, body }, { contacts }) => {
      const request = { id: custom_field_id, input: toInput(body), mask: maskOf(body) };
      const { custom_field } = await contacts.updateCustomField(ctx, request);
      return { status: 200, body: toRecord(requirePresent(custom_field)) };
    },
  }),
  route({
    ...writes,
    method: 'delete',
    path: '/api/v1/custom-fields/{custom_field_id}/',
    operationId: 'deleteCustomField',
    summary: 'Delete a custom field',
    description:
      'Contacts lose the values of the field at once. A new field with the same name starts without values.',
    params,
    responses: { 204: null },
    example: { ...byId, responses: {} },
    handle: async ({ ctx, params: { custom_field_id } }, { contacts }) => {
      await contacts.deleteCustomField(ctx, { id: custom_field_id });
      return { status: 204 };
    },
  }),
];

function toInput(body: z.output<typeof UpdateBody>) {
  return {
    name: body.name,
    display_label: body.display_label ?? undefined,
    field_type: body.field_type,
    options: body.options ?? [],
    fallback_value: body.fallback_value,
  };
}

function toRecord(field: CustomField): z.output<typeof CustomFieldRecord> {
  return {
    id: field.id,
    workspace_id: field.workspace_id,
    name: field.name,
    display_label: field.display_label ?? null,
    field_type: field.field_type,
    options: field.options,
    fallback_value: value.parse(field.fallback_value ?? null),
    created_at: toRequiredTime(field.created_at),
    updated_at: toRequiredTime(field.updated_at),
  };
}
