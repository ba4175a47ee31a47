import { describedBy, maskOf, recordFields, recordOf } from '@outreach/contracts-common';
import { contactErrors } from '@outreach/contracts-contacts';
import type { CustomField } from '@outreach/contracts-contacts/gen/custom_fields.ts';
import { documentedAs, enumText, id, optionalText, text, TEXT_MAX } from '@outreach/http-kit/fields';
import { withoutNull } from '@outreach/values';
import { z } from 'zod';
import { Resource } from './resource.ts';
import { CONTACT_READERS, EXAMPLE_TIME, EXAMPLE_ULID } from './route.ts';

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
const resource = new Resource({
  path: '/api/v1/custom-fields/{custom_field_id}/',
  params,
  record: CustomFieldRecord,
  example,
  toRecord,
});
const reads = { tags: ['custom-fields'], scope: CONTACT_READERS } as const;
const writes = { tags: ['custom-fields'], scope: ['contacts:write'] } as const;

export const customFieldRoutes = [
  resource.list({
    ...reads,
    operationId: 'listCustomFields',
    summary: 'List custom fields',
    call: async (ctx, page, { contacts }) => contacts.listCustomFields(ctx, { page }),
    items: ({ custom_fields }) => custom_fields,
  }),
  resource.create({
    ...writes,
    operationId: 'createCustomField',
    summary: 'Create a custom field',
    description:
      'A workspace has at most 200 custom fields. `options` is required for `dropdown` and `multi_select`.',
    body: CreateBody,
    errors: [contactErrors.duplicateName],
    given: { name: 'plan', display_label: 'Plan', field_type: 'dropdown', options: ['free', 'pro'] },
    call: async (ctx, body, { contacts }) =>
      (await contacts.createCustomField(ctx, { input: toInput(body) })).custom_field,
  }),
  resource.get({
    ...reads,
    operationId: 'getCustomField',
    summary: 'Get a custom field',
    call: async (ctx, id, { contacts }) => (await contacts.getCustomField(ctx, { id })).custom_field,
  }),
  resource.update({
    ...writes,
    operationId: 'updateCustomField',
    summary: 'Update a custom field',
    description:
      '`name` and `field_type` cannot be changed. Contacts keep stored values of a removed option.',
    body: UpdateBody,
    errors: [contactErrors.immutableField],
    given: { display_label: 'Subscription' },
    call: async (ctx, { id, body }, { contacts }) => {
      const request = { id, input: toInput(body), mask: maskOf(body) };
      return (await contacts.updateCustomField(ctx, request)).custom_field;
    },
  }),
  resource.delete({
    ...writes,
    operationId: 'deleteCustomField',
    summary: 'Delete a custom field',
    description:
      'Contacts lose the values of the field at once. A new field with the same name starts without values.',
    call: async (ctx, id, { contacts }) => contacts.deleteCustomField(ctx, { id }),
  }),
];

function toInput(body: z.output<typeof UpdateBody>) {
  const { options = [], fallback_value, ...scalars } = body;
  return { ...withoutNull(scalars), options, fallback_value };
}

function toRecord(field: CustomField): z.output<typeof CustomFieldRecord> {
  const record = recordOf(field, 'created_at', 'updated_at');
  return { ...record, fallback_value: value.parse(record.fallback_value) };
}
