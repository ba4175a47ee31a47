import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Contact } from '@outreach/contracts-contacts/gen/contacts.ts';
import type { CustomField, CustomFieldInput } from '@outreach/contracts-contacts/gen/custom_fields.ts';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { searched, startContacts, written } from './contacts-harness.ts';
import { createContact } from './given.ts';

const contacts = await sharedByTests(startContacts);
let counter = 0;

async function define(input: Partial<CustomFieldInput>, workspaceId = 'ws_1'): Promise<CustomField> {
  const { custom_field } = await contacts.client.createCustomField(testCall(workspaceId), {
    input: { options: [], fallback_value: undefined, field_type: 'string', ...input },
  });
  if (custom_field === undefined) throw new Error('no field');
  return custom_field;
}

async function create(custom_fields: Record<string, unknown>, workspaceId = 'ws_1'): Promise<Contact> {
  counter += 1;
  return createContact(contacts, testCall(workspaceId), { email: `f${counter}@example.com`, custom_fields });
}

async function patch(id: string, custom_fields: Record<string, unknown>): Promise<Contact | undefined> {
  const request = { id, ...written({ custom_fields }) };
  return (await contacts.client.updateContact(testCall('ws_1'), request)).contact;
}

describe('custom fields', () => {
  it('are created, read, listed, changed and deleted', async () => {
    const field = await define(
      { name: 'plan', field_type: 'dropdown', options: ['free', 'pro', 'pro'] },
      'ws_2',
    );
    expect(field).toMatchObject({ workspace_id: 'ws_2', name: 'plan', options: ['free', 'pro'] });
    const ctx = testCall('ws_2');
    expect(await contacts.client.getCustomField(ctx, { id: field.id })).toEqual({ custom_field: field });
    const { custom_fields } = await contacts.client.listCustomFields(ctx, { page: undefined });
    expect(custom_fields).toEqual([field]);
    const input = { options: ['free', 'team'], fallback_value: 'free', name: 'plan', display_label: 'Plan' };
    const { custom_field: changed } = await contacts.client.updateCustomField(ctx, {
      id: field.id,
      input,
      mask: Object.keys(input),
    });
    expect(changed).toMatchObject(input);
    await contacts.client.deleteCustomField(ctx, { id: field.id });
    await expect(contacts.client.getCustomField(ctx, { id: field.id })).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('keep their name and type', async () => {
    const { id } = await define({ name: 'fixed' });
    for (const [name, value] of [
      ['name', 'other'],
      ['field_type', 'number'],
    ] as const) {
      const input = { options: [], fallback_value: undefined, [name]: value };
      await expect(
        contacts.client.updateCustomField(testCall('ws_1'), { id, input, mask: [name] }),
      ).rejects.toMatchObject({ kind: 'failed_precondition', code: 'immutable_field', field: name });
    }
  });

  it.each([
    [{ name: '1st' }, 'name'],
    [{ name: 'with-dash' }, 'name'],
    [{ name: 'x'.repeat(65) }, 'name'],
    [{ name: 'kind', field_type: 'color' }, 'field_type'],
    [{ name: 'none', field_type: 'dropdown' }, 'options'],
    [{ name: 'extra', options: ['a'] }, 'options'],
    [{ name: 'blank', field_type: 'multi_select', options: ['a', ''] }, 'options[1]'],
    [{ name: 'seats', field_type: 'number', fallback_value: 'many' }, 'fallback_value'],
    [{ name: 'size', field_type: 'dropdown', options: ['s', 'm'], fallback_value: 'l' }, 'fallback_value'],
    [{ name: 'start', field_type: 'date', fallback_value: '2026-02-30' }, 'fallback_value'],
  ])('are refused as %j on %s', async (input, field) => {
    await expect(define(input)).rejects.toMatchObject({ kind: 'invalid_argument', field });
  });

  it('have unique, case-sensitive names', async () => {
    await define({ name: 'Twice' });
    await define({ name: 'twice' });
    await expect(define({ name: 'twice' })).rejects.toMatchObject({
      kind: 'conflict',
      details: { reason: 'duplicate_name' },
    });
  });

  it('are limited to 200 in a workspace, also with concurrent requests', async () => {
    await define({ name: 'first' }, 'ws_3');
    const fields = contacts.database.collection<{ _id: string }>('custom_fields');
    const { _id, ...first } = (await fields.findOne({ workspace_id: 'ws_3' })) ?? {};
    const stored = Array.from({ length: 194 }, (_, n) => ({ ...first, _id: `cf_${n}`, name: `f${n}` }));
    await fields.insertMany(stored);
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, async (_, index) => define({ name: `g${index}` }, 'ws_3')),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(define({ name: 'more' }, 'ws_3')).rejects.toMatchObject({ field: 'name' });
  });
});

describe('a wrong custom field', () => {
  it('is reported before a name that is taken', async () => {
    await define({ name: 'taken' }, 'ws_taken');
    const again = define({ name: 'taken', field_type: 'dropdown', options: [] }, 'ws_taken');
    await expect(again).rejects.toMatchObject({ kind: 'invalid_argument', field: 'options' });
  });
});

describe('a wrong custom value', () => {
  const wrong = { kind: 'invalid_argument', field: 'custom_fields.count' };

  it('is reported also for a contact that exists', async () => {
    const workspaceId = 'ws_wrong_existing';
    await define({ name: 'count', field_type: 'number' }, workspaceId);
    const { email } = await create({ count: 1 }, workspaceId);
    const again = createContact(contacts, testCall(workspaceId), { email, custom_fields: { count: 'x' } });
    await expect(again).rejects.toMatchObject(wrong);
  });

  it('is reported before the deletion of the contact', async () => {
    const ctx = testCall('ws_wrong_deleted');
    await define({ name: 'count', field_type: 'number' }, ctx.workspaceId);
    const { id } = await create({ count: 1 }, ctx.workspaceId);
    await contacts.client.deleteContact(ctx, { id, deletion_reason: undefined });
    const change = { id, ...written({ custom_fields: { count: 'x' } }) };
    await expect(contacts.client.updateContact(ctx, change)).rejects.toMatchObject(wrong);
  });
});

describe('custom values', () => {
  beforeAll(async () => {
    await define({ name: 'note' });
    await define({ name: 'seats', field_type: 'number' });
    await define({ name: 'vip', field_type: 'boolean' });
    await define({ name: 'renewal', field_type: 'date' });
    await define({ name: 'level', field_type: 'dropdown', options: ['low', 'high'] });
    await define({ name: 'topics', field_type: 'multi_select', options: ['a', 'b'] });
  });

  it('merge key by key; null and "" remove a value, unknown names are ignored', async () => {
    const values = {
      note: 'x',
      seats: 2.5,
      vip: false,
      renewal: '2026-01-31',
      level: 'low',
      topics: ['b', 'a', 'b'],
    };
    const { id, custom_fields } = await create({ ...values, unknown: 1, constructor: 'x' });
    expect(custom_fields).toEqual({ ...values, topics: ['b', 'a'] });
    const changed = await patch(id, { note: null, level: '', seats: 3, unknown: 2 });
    expect(changed?.custom_fields).toEqual({
      seats: 3,
      vip: false,
      renewal: '2026-01-31',
      topics: ['b', 'a'],
    });
  });

  it('change neither version nor updated_at when they stay equal', async () => {
    const contact = await create({ seats: 1 });
    expect(await patch(contact.id, { seats: 1, note: null, unknown: true })).toEqual(contact);
  });

  it.each([
    ['note', 1],
    ['note', 'x'.repeat(4_097)],
    ['seats', '1'],
    ['vip', 'true'],
    ['renewal', '2026-02-30'],
    ['renewal', '2026-01-31T00:00:00Z'],
    ['level', 'medium'],
    ['topics', 'a'],
    ['topics', ['a', 'c']],
    ['note', { a: 1 }],
  ])('of type %s cannot be %j', async (name, value) => {
    await expect(create({ [name]: value })).rejects.toMatchObject({
      kind: 'invalid_argument',
      field: `custom_fields.${name}`,
    });
  });

  it('are limited to 32 KiB together, also when they are added one by one', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `long${index}`);
    for (const name of names) await define({ name });
    const { id } = await create({});
    for (const name of names.slice(0, 7)) await patch(id, { [name]: 'x'.repeat(4_096) });
    await expect(patch(id, { long7: 'x'.repeat(4_096) })).rejects.toMatchObject({ field: 'custom_fields' });
  });

  it('disappear with their field at once, are removed without an event, and a new field with the name starts empty', async () => {
    const field = await define({ name: 'doomed' });
    const contact = await create({ doomed: 'value', note: 'stays' });
    await contacts.client.deleteCustomField(testCall('ws_1'), { id: field.id });
    const read = async () => (await contacts.client.getContact(testCall('ws_1'), { id: contact.id })).contact;
    expect((await read())?.custom_fields).toEqual({ note: 'stays' });
    await define({ name: 'doomed' });
    expect((await read())?.custom_fields).toEqual({ note: 'stays' });
    const isEmpty = { field: 'custom_fields.doomed', op: 'is_not_empty', value: null };
    const found = await contacts.client.searchContacts(testCall('ws_1'), searched({ filters: [isEmpty] }));
    expect(found.contacts).toEqual([]);
    const rows = contacts.database.collection<{ _id: string }>('contacts');
    await eventually(async () => {
      expect(JSON.stringify(await rows.findOne({ _id: contact.id }))).not.toContain(field.id);
    });
    expect(await read()).toEqual({ ...contact, custom_fields: { note: 'stays' } });
  });

  it('of a deleted field are removed from many contacts without reading a contact again and again', async () => {
    const workspace_id = 'ws_swept';
    const { id } = await define({ name: 'many' }, workspace_id);
    const rows = contacts.database.collection<{ _id: string }>('contacts');
    const count = 4_000;
    await rows.insertMany(
      Array.from({ length: count }, (_, index) => ({
        ...{ _id: `ct_swept_${index}`, workspace_id, email: `s${index}@example.com`, version: 1 },
        ...{ is_deleted: false, deleted_at: null, created_at: new Date(Math.floor(index / 10)) },
        ...{ custom_fields: { [id]: 'x' }, comparable: { [id]: 'x' } },
      })),
    );
    await contacts.database.command({ profile: 2 });
    await contacts.client.deleteCustomField(testCall(workspace_id), { id });
    const swept = { workspace_id, [`custom_fields.${id}`]: { $exists: false }, version: 2 };
    await eventually(async () => expect(await rows.countDocuments(swept)).toBe(count));
    await contacts.database.command({ profile: 0 });
    const ns = `${contacts.database.databaseName}.contacts`;
    const profiled = {
      ns,
      op: { $in: ['query', 'update', 'getmore'] },
      'command.aggregate': { $exists: false },
    };
    const read = await contacts.database.collection('system.profile').find(profiled).toArray();
    const examined = read.reduce((sum, entry) => sum + Number(entry['docsExamined'] ?? 0), 0);
    expect(examined).toBeLessThanOrEqual(2 * count);
  });

  it('of a deleted field are removed again later, for transactions that had read the field before', async () => {
    const { id: fieldId } = await define({ name: 'late' });
    const { id } = await create({ late: 'value' });
    await contacts.client.deleteCustomField(testCall('ws_1'), { id: fieldId });
    const sweeps = contacts.database.collection<{ _id: string; due_at: Date }>('contact_sweeps');
    const rows = contacts.database.collection<{ _id: string }>('contacts');
    await eventually(async () => {
      const sweep = await sweeps.findOne({ _id: fieldId });
      expect(sweep).toMatchObject({ is_recheck: true, lease_token: null });
      expect(Number(sweep?.due_at) - Date.now()).toBeGreaterThan(180_000);
    });
    await rows.updateOne({ _id: id }, { $set: { [`custom_fields.${fieldId}`]: 'late' } });
    await sweeps.updateOne({ _id: fieldId }, { $set: { due_at: new Date(0) } });
    await eventually(async () => expect(await sweeps.findOne({ _id: fieldId })).toBeNull());
    expect(JSON.stringify(await rows.findOne({ _id: id }))).not.toContain(fieldId);
  });
});
