import { beforeAll, describe, expect, it } from '@jest/globals';
import { testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { listed, startContacts, written } from './contacts-harness.ts';

const CONTACT_COUNT = 120;
const contacts = await sharedByTests(startContacts);
const created: string[] = [];

beforeAll(async () => {
  for (let index = 0; index < CONTACT_COUNT; index += 1) {
    const { contact } = await contacts.client.createContact(
      testCall('ws_1'),
      written({ email: `l${index}@example.com` }),
    );
    created.push(contact?.id ?? '');
  }
});

async function walk(sort: string, pageSize: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const { contacts: page, meta } = await list({ sort, pageSize, cursor });
    ids.push(...page.map((contact) => contact.id));
    expect(meta?.total_count).toBe(CONTACT_COUNT);
    cursor = meta?.next_cursor ?? '';
    expect(meta?.has_more).toBe(cursor !== '');
  } while (cursor !== '');
  return ids;
}

async function list(query: { sort: string; pageSize?: number; cursor?: string; workspaceId?: string }) {
  const page = { page_size: query.pageSize ?? 0, cursor: query.cursor ?? '' };
  return contacts.client.listContacts(
    testCall(query.workspaceId ?? 'ws_1'),
    listed({ page, sort: query.sort }),
  );
}

describe('ListContacts', () => {
  it.each([1, 7, 50, 500])('returns every contact once in pages of %i, oldest first', async (pageSize) => {
    expect(await walk('created_asc', pageSize)).toEqual(created);
  });

  it('returns pages of 50, newest first, by default', async () => {
    const { contacts: page, meta } = await list({ sort: '' });
    expect(page.map((contact) => contact.id)).toEqual(created.slice(-50).reverse());
    expect(meta).toMatchObject({ has_more: true, total_count: CONTACT_COUNT });
  });

  it.each([
    ['another sort', { sort: 'created_asc' }],
    ['another workspace', { sort: 'created_desc', workspaceId: 'ws_2' }],
  ])('refuses a cursor of %s', async (_name, query) => {
    const { meta } = await list({ sort: 'created_desc', pageSize: 10 });
    const refused = list({ ...query, cursor: meta?.next_cursor ?? '' });
    await expect(refused).rejects.toMatchObject({ kind: 'invalid_argument', field: 'cursor' });
  });

  it('excludes deleted contacts from page and count', async () => {
    const { contact } = await contacts.client.createContact(
      testCall('ws_9'),
      written({ email: 'gone@example.com' }),
    );
    await contacts.client.deleteContact(testCall('ws_9'), {
      id: contact?.id ?? '',
      deletion_reason: undefined,
    });
    const empty = await list({ sort: '', workspaceId: 'ws_9' });
    expect(empty).toMatchObject({ contacts: [], meta: { has_more: false, total_count: 0 } });
  });
});
