import { describe, expect, it } from '@jest/globals';
import type { FieldMapping, FieldMappingInput } from '@outreach/contracts-contacts/gen/field_mappings.ts';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts } from './contacts-harness.ts';

const contacts = await sharedByTests(startContacts);

const ctx = (workspaceId = 'ws_1') => testCall(workspaceId);
const mail = { source_column: 'Mail', target_field: 'email', transform: 'trim' };

/** A request with these fields and the mask that names them. */
function values(given: Partial<FieldMappingInput>) {
  const empty = { has_header: false, mappings: [], default_tags: [] };
  const input = { ...empty, dedup_behavior: '', ...given };
  return { input, mask: Object.keys(given) };
}

async function make(given: Partial<FieldMappingInput> = {}): Promise<FieldMapping> {
  const request = values({ name: 'CRM', mappings: [mail], ...given });
  const { field_mapping } = await contacts.client.createFieldMapping(ctx(), request);
  if (field_mapping === undefined) throw new Error('no mapping');
  return field_mapping;
}

describe('a field mapping', () => {
  it('has a header, a detected delimiter and update as defaults', async () => {
    const created = await make();
    expect(created).toEqual({
      id: expect.stringMatching(/^map_/),
      name: 'CRM',
      has_header: true,
      delimiter: undefined,
      mappings: [mail],
      default_tags: [],
      dedup_behavior: 'update',
    });
    const read = await contacts.client.getFieldMapping(ctx(), { id: created.id });
    expect(read.field_mapping).toEqual(created);
  });

  it('stores every given field', async () => {
    const given = {
      has_header: false,
      delimiter: '\t',
      mappings: [{ source_column: '2', target_field: 'tags', transform: 'split_comma' }],
      default_tags: ['crm', 'new'],
      dedup_behavior: 'skip',
    };
    expect(await make(given)).toMatchObject(given);
  });

  it('changes the fields of the mask and is validated as a whole', async () => {
    const { id } = await make({ delimiter: ';', default_tags: ['crm'] });
    const update = async (given: Partial<FieldMappingInput>, cleared: readonly string[] = []) => {
      const { input, mask } = values(given);
      return contacts.client.updateFieldMapping(ctx(), { id, input, mask: [...mask, ...cleared] });
    };
    const { field_mapping } = await update({ name: 'Other' }, ['delimiter']);
    expect(field_mapping).toMatchObject({ name: 'Other', default_tags: ['crm'], mappings: [mail] });
    expect(field_mapping?.delimiter).toBeUndefined();
    await expect(update({ has_header: false })).rejects.toMatchObject({ field: 'mappings[0].source_column' });
    expect(await contacts.client.getFieldMapping(ctx(), { id })).toEqual({ field_mapping });
  });

  it('accepts existing custom fields and stays valid after their deletion', async () => {
    const plan = { source_column: 'Plan', target_field: 'custom_fields.plan', transform: 'none' };
    await expect(make({ mappings: [mail, plan] })).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: 'mappings[1].target_field',
    });
    const input = { name: 'plan', field_type: 'string', options: [], fallback_value: undefined };
    const { custom_field } = await contacts.client.createCustomField(ctx(), { input });
    const { id } = await make({ mappings: [mail, plan] });
    await contacts.client.deleteCustomField(ctx(), { id: custom_field?.id ?? '' });
    const renamed = await contacts.client.updateFieldMapping(ctx(), { id, ...values({ name: 'Kept' }) });
    expect(renamed.field_mapping).toMatchObject({ name: 'Kept', mappings: [mail, plan] });
  });

  it.each([
    ['name', { name: '' }],
    ['delimiter', { delimiter: '-' }],
    ['mappings[0].transform', { mappings: [{ ...mail, transform: 'rot13' }] }],
    ['mappings[0].target_field', { mappings: [{ ...mail, target_field: 'lead_score' }] }],
    ['mappings', { mappings: Array.from({ length: 1_001 }, () => ({ ...mail, target_field: 'ignore' })) }],
  ])('is refused with a wrong %s', async (field, given) => {
    await expect(make(given)).rejects.toMatchObject({ kind: 'invalid_argument', field });
  });

  it('is not found after its deletion and in other workspaces', async () => {
    const { id } = await make();
    const { client } = contacts;
    await expect(client.getFieldMapping(ctx('ws_2'), { id })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(client.deleteFieldMapping(ctx('ws_2'), { id })).rejects.toMatchObject({ kind: 'not_found' });
    expect((await client.listFieldMappings(ctx('ws_2'), { page: undefined })).field_mappings).toEqual([]);
    await client.deleteFieldMapping(ctx(), { id });
    await expect(client.getFieldMapping(ctx(), { id })).rejects.toMatchObject({ kind: 'not_found' });
    const { field_mappings } = await client.listFieldMappings(ctx(), { page: undefined });
    expect(field_mappings.length).toBeGreaterThan(0);
    expect(field_mappings.map((mapping) => mapping.id)).not.toContain(id);
  });
});
