import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Filter } from '@outreach/contracts-contacts/gen/filters.ts';
import type { Segment, SegmentInput } from '@outreach/contracts-contacts/gen/segments.ts';
import { eventually, testCall } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { listed, searched, startContacts, written } from './contacts-harness.ts';

const contacts = await sharedByTests(startContacts);
const ids: string[] = [];

beforeAll(async () => {
  for (const [email, tags] of [
    ['a@example.com', ['hot']],
    ['b@example.com', ['hot', 'new']],
    ['c@example.com', []],
  ] as const) {
    const { contact } = await contacts.client.createContact(
      testCall('ws_1'),
      written({ email, tags: [...tags] }),
    );
    ids.push(contact?.id ?? '');
  }
});

const hot: Filter = { field: 'has_tag', op: 'eq', value: 'hot' };

async function make(input: Partial<SegmentInput>): Promise<Segment> {
  const { segment } = await contacts.client.createSegment(testCall('ws_1'), { input: inputOf(input) });
  if (segment === undefined) throw new Error('no segment');
  return segment;
}

function inputOf(input: Partial<SegmentInput>): SegmentInput {
  return {
    name: 'S',
    segment_type: '',
    filters: [],
    filters_logic: '',
    contact_ids: [],
    ...input,
  };
}

async function fields(id: string): Promise<(string | undefined)[]> {
  const request = { id, page: undefined, include_deleted: false };
  const { contacts: page, meta } = await contacts.client.listSegmentContacts(testCall('ws_1'), request);
  expect(meta?.total_count).toBe(page.length);
  return page.map(({ email }) => email).sort();
}

describe('a dynamic segment', () => {
  it('is a query that is counted when it is created, changed or refreshed', async () => {
    const segment = await make({ name: 'Hot', filters: [hot] });
    expect(segment).toMatchObject({ segment_type: 'dynamic', contact_count: 2, filters: [hot] });
    expect(await fields(segment.id)).toEqual(['a@example.com', 'b@example.com']);
    const { segment: changed } = await contacts.client.updateSegment(testCall('ws_1'), {
      id: segment.id,
      input: inputOf({ filters: [{ ...hot, value: 'new' }] }),
      mask: ['filters'],
    });
    expect(changed).toMatchObject({ name: 'Hot', contact_count: 1 });
    const { contact } = await contacts.client.createContact(
      testCall('ws_1'),
      written({ email: 'n@example.com', tags: ['new'] }),
    );
    const { segment: refreshed } = await contacts.client.refreshSegment(testCall('ws_1'), { id: segment.id });
    expect(refreshed?.contact_count).toBe(2);
    await contacts.client.deleteContact(testCall('ws_1'), {
      id: contact?.id ?? '',
      deletion_reason: undefined,
    });
    expect(await fields(segment.id)).toEqual(['b@example.com']);
  });

  it('refuses other segments and wrong filters', async () => {
    const { id } = await make({ filters: [hot] });
    await expect(make({ filters: [{ field: 'in_segment', op: 'eq', value: id }] })).rejects.toMatchObject({
      field: 'filters[0].field',
    });
    await expect(make({ filters: [{ ...hot, op: 'gt' }] })).rejects.toMatchObject({ field: 'filters[0].op' });
    await expect(make({ contact_ids: ids })).rejects.toMatchObject({ field: 'contact_ids' });
  });

  it('with a deleted custom field treats the field as empty', async () => {
    const ctx = testCall('ws_1');
    const input = { name: 'gone', field_type: 'string', options: [], fallback_value: undefined };
    const { custom_field: field } = await contacts.client.createCustomField(ctx, { input });
    const having = await make({ filters: [{ field: 'custom_fields.gone', op: 'eq', value: 'x' }] });
    const lacking = await make({ filters: [{ field: 'custom_fields.gone', op: 'ne', value: 'x' }] });
    await contacts.client.deleteCustomField(ctx, { id: field?.id ?? '' });
    expect(await fields(having.id)).toEqual([]);
    expect(await fields(lacking.id)).toHaveLength(3);
  });
});

describe('a static segment', () => {
  it('contains its given contacts, which are replaced as a whole', async () => {
    const segment = await make({ segment_type: 'static', contact_ids: ids.slice(0, 2) });
    expect(segment.contact_count).toBe(2);
    const { segment: changed } = await contacts.client.updateSegment(testCall('ws_1'), {
      id: segment.id,
      input: inputOf({ contact_ids: ids.slice(1) }),
      mask: ['contact_ids'],
    });
    expect(changed?.contact_count).toBe(2);
    expect(await fields(segment.id)).toEqual(['b@example.com', 'c@example.com']);
  });

  it('stays unchanged when its contacts change', async () => {
    const { id } = await make({ segment_type: 'static', contact_ids: ids.slice(0, 1) });
    const request = { id: ids[0] ?? '', ...written({ title: 'CEO' }) };
    await contacts.client.updateContact(testCall('ws_1'), request);
    expect(await fields(id)).toEqual(['a@example.com']);
  });

  it.each([
    [['ct_unknown'], 'contact_ids[0]'],
    [['real', 'ct_unknown'], 'contact_ids[1]'],
  ])('as %j is refused on %s', async (wanted, field) => {
    const contact_ids = wanted.map((id) => (id === 'real' ? (ids[0] ?? '') : id));
    await expect(make({ segment_type: 'static', contact_ids })).rejects.toMatchObject({
      kind: 'invalid_argument',
      field,
    });
  });

  it('is removed from its contacts when it is deleted, and is not found afterwards', async () => {
    const { id } = await make({ segment_type: 'static', contact_ids: ids });
    await contacts.client.deleteSegment(testCall('ws_1'), { id });
    const list = contacts.client.listContacts(testCall('ws_1'), listed({ segment_id: id }));
    await expect(list).rejects.toMatchObject({ field: 'segment_id' });
    await eventually(async () => {
      expect(await contacts.database.collection('contacts').countDocuments({ segment_ids: id })).toBe(0);
    });
  });
});

describe('segments', () => {
  it('are not deleted while a campaign uses them', async () => {
    const { id } = await make({ filters: [hot] });
    const campaign: object = { _id: 'cmp_1', workspace_id: 'ws_1', segment_ids: [id] };
    await contacts.database.collection('registered_campaigns').insertOne(campaign);
    const refused = contacts.client.deleteSegment(testCall('ws_1'), { id });
    await expect(refused).rejects.toMatchObject({ kind: 'conflict', details: { reason: 'in_use' } });
  });

  it('are limited to ten in a request', async () => {
    const added: string[] = [];
    for (let count = 0; count < 11; count += 1) added.push((await make({ filters: [hot] })).id);
    const search = async (value: string[]) =>
      contacts.client.searchContacts(
        testCall('ws_1'),
        searched({ filters: [{ field: 'in_segment', op: 'in', value }] }),
      );
    expect((await search(added.slice(1))).meta?.total_count).toBe(2);
    await expect(search(added)).rejects.toMatchObject({ field: 'filters[0].value' });
  });

  it('are searched by the words of their current name, page by page', async () => {
    const ctx = testCall('ws_search');
    const made: string[] = [];
    for (const name of ['Hot leads', 'Hot: Zürich', 'Cold leads']) {
      const { segment } = await contacts.client.createSegment(ctx, { input: inputOf({ name }) });
      made.unshift(segment?.id ?? '');
    }
    const [cold = '', zurich = '', leads = ''] = made;
    const list = async (search: string, cursor = '', from = ctx) => {
      const page = { page_size: 1, cursor };
      const { segments, meta } = await contacts.client.listSegments(from, { page, search });
      return { ids: segments.map(({ id }) => id), cursor: meta?.next_cursor };
    };
    const first = await list('HOT');
    expect([first.ids, await list('hot', first.cursor)]).toEqual([[zurich], { ids: [leads] }]);
    await contacts.client.updateSegment(ctx, { id: cold, input: inputOf({ name: 'Warm' }), mask: ['name'] });
    expect([await list('zuri ho'), await list('war'), await list('cold'), await list('ot')]).toEqual([
      { ids: [zurich] },
      { ids: [cold] },
      { ids: [] },
      { ids: [] },
    ]);
    expect(await list('hot', '', testCall('ws_2'))).toEqual({ ids: [] });
  });

  it('belong to their workspace alone', async () => {
    const { id } = await make({ filters: [hot] });
    const ctx = testCall('ws_2');
    await expect(contacts.client.getSegment(ctx, { id })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(
      contacts.client.searchContacts(
        ctx,
        searched({ filters: [{ field: 'in_segment', op: 'eq', value: id }] }),
      ),
    ).rejects.toMatchObject({ field: 'filters[0].value' });
    const { segments } = await contacts.client.listSegments(ctx, { page: undefined });
    expect(segments).toEqual([]);
  });

  it('are created once by concurrent requests with one idempotency key', async () => {
    const idempotency = { id: 'idem_segment', fingerprint: 'same' };
    const replies = await Promise.all(
      Array.from({ length: 5 }, async () =>
        contacts.client.createSegment(testCall('ws_3', { idempotency }), {
          input: inputOf({ name: 'Once' }),
        }),
      ),
    );
    expect(new Set(replies.map(({ segment }) => segment?.id)).size).toBe(1);
  });
});
