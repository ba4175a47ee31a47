import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ContactInput, ListContactsRequest } from '@outreach/contracts-contacts/gen/contacts.ts';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { listed, searched, startContacts, written } from './contacts-harness.ts';

const contacts = await sharedByTests(startContacts);
const byEmail = new Map<string, string>();

const PEOPLE: readonly (Partial<ContactInput> & { readonly email: string })[] = [
  {
    email: 'jose@acme.example',
    first_name: 'José',
    last_name: 'Núñez',
    title: 'Head of Sales',
    tags: ['a', 'b'],
  },
  { email: 'maria.keller@other.example', last_name: 'Keller-Meier', tags: ['a'] },
  { email: 'x1@third.example', company_domain: 'bigcorp.example', tags: ['b'] },
];

beforeAll(async () => {
  for (const person of PEOPLE) {
    const { contact } = await contacts.client.createContact(testCall('ws_1'), written(person));
    byEmail.set(person.email, contact?.id ?? '');
  }
  const scores = { jose: 90, maria: 55, x1: 10 };
  for (const [name, score] of Object.entries(scores)) await setScore(name, score);
});

/** Writes scores directly to the database. */
async function setScore(name: string, score: number): Promise<void> {
  const tier = score >= 80 ? 'A' : 'C';
  const rows = contacts.database.collection('contacts');
  await rows.updateOne({ email: { $regex: `^${name}` } }, { $set: { lead_score: score, icp_tier: tier } });
  const change = { workspace_id: 'ws_1', icp_tier: 'D', lead_score: 0, difference: -1 };
  const counts = contacts.database.collection<{ _id: string }>('contact_counts');
  await counts.insertMany([
    { ...change, _id: `cnt_from_${name}` },
    { ...change, _id: `cnt_to_${name}`, icp_tier: tier, lead_score: score, difference: 1 },
  ]);
}

async function found(fields: Partial<ListContactsRequest>): Promise<string[]> {
  const answer = await contacts.client.listContacts(testCall('ws_1'), listed(fields));
  expect(answer.meta?.total_count).toBe(answer.contacts.length);
  return answer.contacts.map(({ email }) => email.split(/[.@]/)[0] ?? '').sort();
}

describe('ListContacts', () => {
  it.each([
    ['jose', ['jose']],
    ['NUNEZ', ['jose']],
    ['núñ sal', ['jose']],
    ['meier', ['maria']],
    ['bigc', ['x1']],
    ['eller', []],
    ['example', ['jose', 'maria', 'x1']],
    ['jose keller', []],
    [' - ', ['jose', 'maria', 'x1']],
  ])('returns for the search %p %j', async (search, names) => {
    expect(await found({ search })).toEqual(names);
  });

  it.each<[Partial<ListContactsRequest>, string[]]>([
    [{ icp_tiers: ['A'] }, ['jose']],
    [{ icp_tiers: ['A', 'C'] }, ['jose', 'maria', 'x1']],
    [{ grades: ['A', 'F'] }, ['jose', 'x1']],
    [{ icp_tiers: ['C'], grades: ['A', 'C'] }, ['maria']],
    [{ tags: ['a'] }, ['jose', 'maria']],
    [{ tags: ['a', 'b'] }, ['jose']],
    [{ tags: ['A'] }, []],
    [{ tags: ['a'], search: 'kell' }, ['maria']],
  ])('returns for the parameters %j %j', async (fields, names) => {
    expect(await found(fields)).toEqual(names);
  });

  it('excludes contacts at the exact bound of a time', async () => {
    const id = byEmail.get('maria.keller@other.example') ?? '';
    const { contact } = await contacts.client.getContact(testCall('ws_1'), { id });
    expect(await found({ created_after: contact?.created_at })).toEqual(['x1']);
    expect(await found({ updated_after: contact?.updated_at })).toEqual(['x1']);
  });

  it('sorts by score and carries the count from page to page', async () => {
    const read = async (cursor: string) =>
      contacts.client.listContacts(
        testCall('ws_1'),
        listed({ sort: 'lead_score_desc', tags: ['a'], page: { page_size: 1, cursor } }),
      );
    const first = await read('');
    expect([first.contacts[0]?.lead_score, first.meta?.total_count]).toEqual([90, 2]);
    const { contact } = await contacts.client.createContact(
      testCall('ws_1'),
      written({ email: 'late@example.com', tags: ['a'] }),
    );
    const second = await read(first.meta?.next_cursor ?? '');
    expect([second.contacts[0]?.lead_score, second.meta?.total_count]).toEqual([55, 2]);
    await contacts.client.deleteContact(testCall('ws_1'), {
      id: contact?.id ?? '',
      deletion_reason: undefined,
    });
  });

  it('includes deleted contacts on request', async () => {
    expect(await found({ include_deleted: true })).toEqual(['jose', 'late', 'maria', 'x1']);
    expect(await found({})).toEqual(['jose', 'maria', 'x1']);
  });

  it('refuses a segment of another workspace', async () => {
    await expect(found({ segment_id: 'seg_1' })).rejects.toMatchObject({ field: 'segment_id' });
  });

  it('refuses a cursor of another filter', async () => {
    const page = { page_size: 1, cursor: '' };
    const { meta } = await contacts.client.listContacts(testCall('ws_1'), listed({ tags: ['a'], page }));
    const cursor = meta?.next_cursor ?? '';
    for (const other of [{ tags: ['b'] }, { tags: ['a'], include_deleted: true }, {}]) {
      const refused = contacts.client.listContacts(
        testCall('ws_1'),
        listed({ ...other, page: { page_size: 1, cursor } }),
      );
      await expect(refused).rejects.toMatchObject({ kind: 'invalid_argument', field: 'cursor' });
    }
  });
});

describe('SearchContacts', () => {
  it.each([
    [{ sort: [{ field: 'tags', descending: false }] }, 'sort[0].field'],
    [{ sort: [{ field: 'custom_fields.x', descending: false }] }, 'sort[0].field'],
    [{ filters: [{ field: 'in_campaign', op: 'eq', value: 'cmp_1' }] }, 'filters[0].value'],
  ])('refuses %j on %s', async (fields, field) => {
    const refused = contacts.client.searchContacts(testCall('ws_1'), searched(fields));
    await expect(refused).rejects.toMatchObject({ kind: 'invalid_argument', field });
  });

  it('returns a contact that was just written', async () => {
    const filters = [{ field: 'title', op: 'eq', value: 'fresh' }];
    const search = async () =>
      (await contacts.client.searchContacts(testCall('ws_1'), searched({ filters }))).contacts.length;
    const { contact } = await contacts.client.createContact(
      testCall('ws_1'),
      written({ email: 'fresh@example.com', title: 'Fresh' }),
    );
    expect(await search()).toBe(1);
    const request = { id: contact?.id ?? '', ...written({}, ['title']) };
    await contacts.client.updateContact(testCall('ws_1'), request);
    expect(await search()).toBe(0);
  });
});
