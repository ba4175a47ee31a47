import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(useSharedStack);
const ids: string[] = [];

beforeAll(async () => {
  const plan = { name: 'plan', field_type: 'dropdown', options: ['free', 'pro'], display_label: 'Plan' };
  const field = await running.call('POST', '/api/v1/custom-fields/', { body: plan });
  expect([field.status, field.body]).toEqual([201, expect.objectContaining(plan)]);
  for (const [email, more] of [
    [
      'maria@acme.example',
      { tags: ['hot', 'eu'], custom_fields: { plan: 'pro', unknown: 1 }, last_name: 'Keller' },
    ],
    ['jose@other.example', { tags: ['hot'], first_name: 'José' }],
    ['third@acme.example', { custom_fields: { plan: 'free' } }],
  ] as const) {
    const created = await running.call('POST', '/api/v1/contacts/', { body: { email, ...more } });
    expect(created.status).toBe(201);
    ids.push(created.body.id);
  }
});

async function listed(query: string): Promise<unknown[]> {
  const { status, body } = await running.call('GET', `/api/v1/contacts/?${query}`);
  expect([status, body.meta]).toEqual([
    200,
    { next_cursor: null, has_more: false, total_count: body.data.length },
  ]);
  return names(body.data);
}

function names(contacts: { email: string }[]): string[] {
  return contacts.map(({ email }) => email.split('@')[0] ?? '').sort();
}

async function searched(body: object) {
  return running.call('POST', '/api/v1/contacts/search/', { body });
}

describe('GET /contacts/', () => {
  it.each([
    ['search=jose', ['jose']],
    ['search=acme%20kel', ['maria']],
    ['tag=hot&tag=eu', ['maria']],
    ['icp_tier=A,D&grade=F', ['jose', 'maria', 'third']],
    ['icp_tier=A,B', []],
    ['created_after=2000-01-01', ['jose', 'maria', 'third']],
    ['updated_after=2100-01-01', []],
    ['sort=lead_score_desc&include_deleted=false&unknown=1', ['jose', 'maria', 'third']],
  ])('returns for %s the contacts %j', async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  it.each([
    ['icp_tier=A,E', 'icp_tier'],
    ['grade=E', 'grade'],
    ['sort=name', 'sort'],
    ['segment_id=seg_1', 'segment_id'],
    ['segment_id=seg_01J9Z3K8Q4N5R6S7T8V9W0X1Y2', 'segment_id'],
    ['created_after=soon', 'created_after'],
    ['search=a&search=b', 'search'],
    ['include_deleted=1', 'include_deleted'],
  ])('answers %s with 400 and names %s', async (query, field) => {
    const { status, body } = await running.call('GET', `/api/v1/contacts/?${query}`);
    expect([status, body.error.code, body.error.field]).toEqual([400, 'validation_error', field]);
  });
});

describe('values of custom fields', () => {
  it('are kept for fields of the workspace, and a wrong value is refused by its name', async () => {
    const path = `/api/v1/contacts/${ids[0] ?? ''}/`;
    expect((await running.call('GET', path)).body.custom_fields).toEqual({ plan: 'pro' });
    const wrong = await running.call('PATCH', path, { body: { custom_fields: { plan: 'team' } } });
    expect([wrong.status, wrong.body.error.field]).toEqual([400, 'custom_fields.plan']);
  });

  it('are found by a search', async () => {
    const { status, body } = await searched({
      filters: [{ field: 'custom_fields.plan', op: 'ne', value: 'pro' }],
      sort: [{ field: 'email', direction: 'desc' }],
    });
    expect([status, body.data.map(({ email }: { email: string }) => email)]).toEqual([
      200,
      ['third@acme.example', 'jose@other.example'],
    ]);
  });
});

describe('POST /contacts/search/', () => {
  it('is read page by page, and refuses the cursor of another sort', async () => {
    const first = await searched({ page_size: 2, sort: [{ field: 'last_name' }] });
    expect([names(first.body.data).length, first.body.meta.total_count]).toEqual([2, 3]);
    const cursor = first.body.meta.next_cursor;
    const second = await searched({ page_size: 2, sort: [{ field: 'last_name' }], cursor });
    expect([second.body.data.length, second.body.meta.next_cursor]).toEqual([1, null]);
    const other = await searched({ page_size: 2, sort: [{ field: 'email' }], cursor });
    expect([other.status, other.body.error.field]).toEqual([400, 'cursor']);
  });

  it.each([
    [{ filters: [{ field: 'title' }] }, 'filters[0].op'],
    [{ filters: [{ field: 'title', op: 'eq', value: { $gt: '' } }] }, 'filters[0].value'],
    [{ filters: [{ field: 'lead_score', op: 'contains', value: 1 }] }, 'filters[0].op'],
    [{ filters: Array(26).fill({ field: 'title', op: 'is_empty' }) }, 'filters'],
    [{ filters_logic: 'XOR' }, 'filters_logic'],
    [{ sort: [{ field: 'tags' }] }, 'sort[0].field'],
    [{ page_size: 501 }, 'page_size'],
  ])('answers %j with 400 and names %s', async (body, field) => {
    const { status, body: answer } = await searched(body);
    expect([status, answer.error.code, answer.error.field]).toEqual([400, 'validation_error', field]);
  });
});

describe('segments', () => {
  it('are created, listed, used in searches, refreshed and deleted', async () => {
    const filters = [{ field: 'has_tag', op: 'eq', value: 'hot' }];
    const created = await running.call('POST', '/api/v1/segments/', { body: { name: 'Hot', filters } });
    expect([created.status, created.body]).toEqual([
      201,
      expect.objectContaining({ segment_type: 'dynamic', filters, filters_logic: 'AND', contact_count: 2 }),
    ]);
    const path = `/api/v1/segments/${String(created.body.id)}/`;
    expect(names((await running.call('GET', `${path}contacts/`)).body.data)).toEqual(['jose', 'maria']);
    expect(await listed(`segment_id=${String(created.body.id)}&search=maria`)).toEqual(['maria']);
    const fixed = { name: 'Fixed', segment_type: 'static', contact_ids: [ids[2]] };
    const other = await running.call('POST', '/api/v1/segments/', { body: fixed });
    expect([other.status, other.body.contact_count, 'contact_ids' in other.body]).toEqual([201, 1, false]);
    const value = [created.body.id, other.body.id];
    const both = await searched({ filters: [{ field: 'in_segment', op: 'in', value }] });
    expect(both.body.meta.total_count).toBe(3);
    const refreshed = await running.call('POST', `${path}refresh/`, {});
    expect([refreshed.status, refreshed.body.contact_count]).toEqual([200, 2]);
    expect((await running.call('DELETE', path)).status).toBe(204);
    expect((await running.call('GET', path)).status).toBe(404);
  });
});
