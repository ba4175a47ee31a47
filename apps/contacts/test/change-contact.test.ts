import { describe, expect, it } from '@jest/globals';
import type { Contact, ContactInput } from '@outreach/contracts-contacts/gen/contacts.ts';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { startContacts, written } from './contacts-harness.ts';
import { createContact } from './given.ts';

const contacts = await sharedByTests(startContacts);
let counter = 0;

async function create(values: Partial<ContactInput> = {}): Promise<Contact> {
  counter += 1;
  return createContact(contacts, testCall('ws_1'), { email: `c${counter}@example.com`, ...values });
}

async function update(id: string, request: ReturnType<typeof written>): Promise<Contact | undefined> {
  return (await contacts.client.updateContact(testCall('ws_1'), { id, ...request })).contact;
}

describe('UpdateContact', () => {
  it('changes the fields of the mask, clears the ones without a value and keeps all others', async () => {
    const { id } = await create({ title: 'CTO', city: 'Bern', phone: '1' });
    const changed = await update(id, written({ title: 'CEO' }, ['city']));
    expect(changed).toMatchObject({ title: 'CEO', phone: '1' });
    expect(changed?.city).toBeUndefined();
  });

  it('derives full_name from the names until a caller sets it', async () => {
    const { id } = await create({ first_name: 'Grace', last_name: 'Hopper' });
    expect(await update(id, written({ last_name: 'Murray' }))).toMatchObject({ full_name: 'Grace Murray' });
    expect(await update(id, written({ full_name: 'Admiral Hopper' }))).toMatchObject({
      full_name: 'Admiral Hopper',
    });
    expect(await update(id, written({ first_name: 'G.' }))).toMatchObject({ full_name: 'Admiral Hopper' });
    expect(await update(id, written({}, ['full_name']))).toMatchObject({ full_name: 'G. Murray' });
  });

  it('merges company and prefers an explicit domain to company_domain', async () => {
    const { id } = await create({ company_domain: 'old.example' });
    const company = {
      id: undefined,
      name: 'New',
      domain: 'new.example',
      industry: undefined,
      employee_count: undefined,
      revenue_band: undefined,
    };
    const request = written({ company_domain: 'short.example', company });
    const changed = await update(id, {
      ...request,
      mask: ['company_domain', 'company.name', 'company.domain'],
    });
    expect(changed?.company).toMatchObject({ name: 'New', domain: 'new.example' });
    expect(await update(id, written({ title: 'CEO' }))).toMatchObject({
      company: { name: 'New', domain: 'new.example' },
    });
  });

  it('replaces tags and drops repeated ones', async () => {
    const { id } = await create({ tags: ['a', 'b'] });
    expect(await update(id, written({ tags: ['c', 'c', 'a'] }))).toMatchObject({ tags: ['c', 'a'] });
  });

  it('changes updated_at with a visible change only', async () => {
    const contact = await create({ title: 'CTO' });
    expect(await update(contact.id, written({ title: 'CTO' }))).toEqual(contact);
    const changed = await update(contact.id, written({ title: 'CEO' }));
    expect(changed?.updated_at?.getTime()).toBeGreaterThanOrEqual(contact.updated_at?.getTime() ?? Infinity);
  });

  it('refuses an address that another contact has', async () => {
    const [one, other] = [await create(), await create()];
    await expect(update(one.id, written({ email: other.email }))).rejects.toMatchObject({
      code: 'conflict',
      field: 'email',
      details: { reason: 'duplicate_email' },
    });
  });

  it('keeps all of 20 concurrent changes of different fields', async () => {
    const { id } = await create();
    const values = [
      'first_name',
      'last_name',
      'title',
      'city',
      'state',
      'country',
      'phone',
      'mobile',
    ] as const;
    await Promise.all(values.map(async (name) => update(id, written({ [name]: name }))));
    const { contact } = await contacts.client.getContact(testCall('ws_1'), { id });
    expect(values.map((name) => contact?.[name])).toEqual([...values]);
  });

  it('returns the same not_found for an unknown id and for one of another workspace', async () => {
    const { id } = await create();
    const request = written({ title: 'CEO' });
    const foreign = contacts.client.updateContact(testCall('ws_2'), { id, ...request });
    await expect(foreign).rejects.toMatchObject({
      kind: 'not_found',
      message: expect.stringContaining('does not exist'),
    });
    const unknown = contacts.client.updateContact(testCall('ws_2'), { id: 'ct_0', ...request });
    await expect(unknown).rejects.toMatchObject({
      kind: 'not_found',
      message: expect.stringContaining('does not exist'),
    });
  });
});

describe('DeleteContact', () => {
  it('keeps the record, returns the same reply twice and releases the address', async () => {
    const contact = await create();
    const request = { id: contact.id, deletion_reason: 'asked to' };
    const first = await contacts.client.deleteContact(testCall('ws_1'), request);
    const second = await contacts.client.deleteContact(testCall('ws_1'), {
      ...request,
      deletion_reason: 'again',
    });
    expect(second).toEqual(first);
    const { contact: kept } = await contacts.client.getContact(testCall('ws_1'), { id: contact.id });
    expect(kept?.is_deleted).toBe(true);
    const again = await contacts.client.createContact(testCall('ws_1'), written({ email: contact.email }));
    expect(again.created).toBe(true);
    expect(again.contact?.id).not.toBe(contact.id);
  });

  it('refuses changes of a deleted contact', async () => {
    const { id } = await create();
    await contacts.client.deleteContact(testCall('ws_1'), { id, deletion_reason: undefined });
    await expect(update(id, written({ title: 'CEO' }))).rejects.toMatchObject({ code: 'invalid_transition' });
  });
});
