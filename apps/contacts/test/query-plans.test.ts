import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type {
  ListContactsRequest,
  SearchContactsRequest,
} from '@outreach/contracts-contacts/gen/contacts.ts';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import type { Document } from 'mongodb';
import { listed, searched, startContacts } from './contacts-harness.ts';
import { call, writeWorld } from './model/model-world.ts';
import { randomContacts, SEGMENT_IDS } from './model/random-contacts.ts';

jest.setTimeout(60_000);

const CONTACT_COUNT = 3_000;
const PAGE_SIZE = 10;
const contacts = await sharedByTests(startContacts);

beforeAll(async () => {
  await writeWorld(contacts, randomContacts(CONTACT_COUNT, 3));
  await contacts.database.command({ profile: 2 });
});

/** The profiler entries of the reads of a workspace's contacts during `work`; jobs read all workspaces. */
async function plansOf(work: () => Promise<unknown>): Promise<Document[]> {
  const since = new Date();
  await work();
  return contacts.database
    .collection('system.profile')
    .find({
      ns: `${contacts.database.databaseName}.contacts`,
      ts: { $gte: since },
      'command.find': 'contacts',
      'command.filter.workspace_id': { $exists: true },
    })
    .toArray();
}

/** Reads two pages, so that the query after a cursor is checked too. */
async function twoPages(
  read: (cursor: string) => Promise<{ meta: { next_cursor?: string | undefined } | undefined }>,
): Promise<void> {
  const first = await read('');
  expect(first.meta?.next_cursor).not.toBeUndefined();
  await read(first.meta?.next_cursor ?? '');
}

function expectIndexed(plans: readonly Document[]): void {
  expect(plans.length).toBeGreaterThanOrEqual(2);
  for (const plan of plans) {
    const { planSummary, hasSortStage = false } = plan;
    expect([String(planSummary).includes('COLLSCAN'), hasSortStage, planSummary]).toEqual([
      false,
      false,
      planSummary,
    ]);
  }
}

const page = (cursor: string) => ({ page_size: PAGE_SIZE, cursor });
const list = async (fields: Partial<ListContactsRequest>) =>
  plansOf(async () =>
    twoPages(async (cursor) =>
      contacts.client.listContacts(call(), listed({ ...fields, page: page(cursor) })),
    ),
  );
const search = async (fields: Partial<SearchContactsRequest>) =>
  plansOf(async () =>
    twoPages(async (cursor) =>
      contacts.client.searchContacts(call(), searched({ ...fields, page: page(cursor) })),
    ),
  );

describe('list queries', () => {
  it.each(['created_desc', 'created_asc', 'updated_desc', 'lead_score_desc'] as const)(
    'read along an index without sorting when sorted by %s',
    async (sort) => {
      expectIndexed(await list({ sort }));
      expectIndexed(await list({ sort, include_deleted: true }));
    },
  );

  it.each([
    ['one tier', { icp_tiers: ['A'] }],
    ['several tiers', { icp_tiers: ['A', 'B'] }],
    ['grades', { grades: ['A', 'B'] }],
    ['a tag', { tags: ['hot'] }],
    ['several tags', { tags: ['hot', 'cold'] }],
    ['a static segment', { segment_id: SEGMENT_IDS[0] }],
    ['a time of creation', { created_after: new Date('2026-01-01T00:00:00Z') }],
    ['tier and grade', { icp_tiers: ['A', 'B'], grades: ['A'] }],
  ])('read along an index without sorting when filtered by %s', async (_name, fields) => {
    expectIndexed(await list(fields));
  });

  it.each([
    ['created_at', true],
    ['created_at', false],
    ['updated_at', true],
    ['lead_score', false],
    ['email', false],
    ['email', true],
    ['last_name', false],
    ['last_name', true],
    ['company.name', false],
    ['last_activity_at', true],
  ] as const)(
    'read along an index without sorting when searched and sorted by %s (descending: %s)',
    async (field, descending) => {
      expectIndexed(await search({ sort: [{ field, descending }] }));
    },
  );

  it.each([
    ['a range of scores', [{ field: 'lead_score', op: 'gte', value: 70 }]],
    [
      'a tier and a range of scores',
      [
        { field: 'icp_tier', op: 'in', value: ['A', 'B'] },
        { field: 'lead_score', op: 'gt', value: 60 },
      ],
    ],
    ['a tag', [{ field: 'has_tag', op: 'eq', value: 'hot' }]],
    ['a campaign', [{ field: 'in_campaign', op: 'eq', value: 'cmp_ONE' }]],
  ])('read along an index without sorting when searched by %s', async (_name, filters) => {
    expectIndexed(await search({ filters }));
  });

  it.each([false, true])(
    'by address with deleted contacts read few more documents than they return (descending: %s)',
    async (descending) => {
      const plans = await search({ sort: [{ field: 'email', descending }], include_deleted: true });
      expect(plans.length).toBeGreaterThanOrEqual(2);
      const examined = plans.reduce((sum, plan) => sum + Number(plan['docsExamined']), 0);
      // Each page reads one contact more, which shows that another page follows. The second page also reads the
      // contacts with the last address of the first page.
      expect(examined).toBe(2 * (PAGE_SIZE + 1) + 1);
      for (const { planSummary } of plans) expect(planSummary).toContain('email: 1, deleted_at: 1');
    },
  );

  it('find an address by its index without reading other documents', async () => {
    const filters = [{ field: 'email', op: 'eq', value: 'person1.1@other.example' }];
    const plans = await plansOf(async () => contacts.client.searchContacts(call(), searched({ filters })));
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatchObject({ keysExamined: 1, docsExamined: 1 });
  });
});

describe('word searches', () => {
  it('with few matches read only the matches along the index of words', async () => {
    const plans = await plansOf(async () =>
      contacts.client.listContacts(call(), listed({ search: 'ipek conte' })),
    );
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan['planSummary']).not.toContain('COLLSCAN');
    const rare = await plansOf(async () => contacts.client.listContacts(call(), listed({ search: '1234' })));
    expect(rare[0]?.['docsExamined']).toBeLessThanOrEqual(20);
    expect(rare[0]?.['planSummary']).toContain('tokens');
  });

  it('with many matches walk the list', async () => {
    const common = await list({ search: 'per' });
    expectIndexed(common);
    for (const plan of common) expect(plan['docsExamined']).toBeLessThan(100);
  });
});

describe('the stream of candidates', () => {
  const NO_FILTER = { segment_ids: [], icp_tiers: [], grades: [] };

  it.each([
    ['all contacts', {}],
    ['a tier', { icp_tiers: ['A'] }],
    ['two tiers', { icp_tiers: ['A', 'B'] }],
    ['a grade', { grades: ['B'] }],
  ])('examines only the contacts that it returns, for %s', async (_name, filter) => {
    let returned = 0;
    const plans = await plansOf(async () => {
      const request = { contact_filter: { ...NO_FILTER, ...filter }, after: '' };
      for await (const { candidates } of contacts.asCampaigns.streamCandidates(call(), request))
        returned += candidates.length;
    });
    expect(returned).toBeGreaterThan(0);
    expect(returned).toBeLessThanOrEqual(CONTACT_COUNT);
    const examined = plans.reduce((sum, plan) => sum + Number(plan['docsExamined']), 0);
    // Each page reads one contact more, which shows that another page follows.
    expect(examined).toBeLessThanOrEqual(returned + plans.length);
    for (const { planSummary, hasSortStage = false } of plans)
      expect([String(planSummary).includes('COLLSCAN'), hasSortStage]).toEqual([false, false]);
  });
});
