import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { matches } from '../src/filters/matches.ts';
import { parseFilters, type Filter, type FilterNames } from '../src/filters/parse-filters.ts';
import { resolveNames, type FilterNamePorts } from '../src/filters/resolve-names.ts';
import { queryOf } from '../src/filters/contact-query.ts';
import { searched, startContacts, type ContactsUnderTest } from './contacts-harness.ts';
import { meetsAll } from './model/brute-force.ts';
import { call, world, writeWorld } from './model/model-world.ts';
import {
  CAMPAIGN_IDS,
  CUSTOM_FIELDS,
  randomContacts,
  SEGMENT_IDS,
  type ModelContact,
} from './model/random-contacts.ts';
import { DYNAMIC_SEGMENT, filterSet, type FilterSet } from './model/random-filters.ts';

const SEED = 20_260_131;
const CONTACT_COUNT = 400;

const models: readonly ModelContact[] = randomContacts(CONTACT_COUNT, SEED);
const subjects: readonly Record<string, unknown>[] = models.map(
  ({ contact, segmentIds, campaignIds, lastActivityAt }) => ({
    ...contact,
    segment_ids: segmentIds,
    campaign_ids: campaignIds,
    last_activity_at: lastActivityAt,
  }),
);

/** The names of the definitions, resolved like the service does. */
async function namesFor(filters: readonly Filter[]): Promise<FilterNames> {
  const stamps = { workspace_id: 'ws_1', created_at: new Date(0), updated_at: new Date(0) };
  const segments = [...SEGMENT_IDS, DYNAMIC_SEGMENT].map((id) => ({
    ...stamps,
    id,
    name: 'S',
    description: null,
    segment_type: id === DYNAMIC_SEGMENT ? ('dynamic' as const) : ('static' as const),
    filters: world.dynamicSegments.get(id) ?? [],
    filters_logic: 'AND' as const,
    contact_count: 0,
    counted_at: null,
  }));
  const fields = CUSTOM_FIELDS.map((field) => ({
    ...stamps,
    ...field,
    display_label: null,
    fallback_value: null,
  }));
  const ports: FilterNamePorts = {
    customFields: { all: async () => fields },
    segments: {
      findByIds: async (ids) => segments.filter(({ id }) => ids.includes(id)),
      first: async () => segments,
    },
    campaigns: { known: async () => new Set<string>(CAMPAIGN_IDS) },
  };
  return resolveNames(ports, filters);
}

function expected(set: FilterSet): string[] {
  return models
    .filter(({ contact }) => set.includeDeleted || !contact.is_deleted)
    .filter((model) => meetsAll(world, model, set))
    .map(({ contact }) => contact.id);
}

async function expectSameMatches(contacts: ContactsUnderTest, sets: number): Promise<void> {
  let selectiveCount = 0;
  const property = fc.asyncProperty(filterSet, async (set) => {
    const condition = parseFilters(set.filters, set.logic, await namesFor(set.filters));
    const wanted = expected(set);
    if (wanted.length > 0 && wanted.length < CONTACT_COUNT / 2) selectiveCount += 1;
    const query = queryOf({ condition, tokens: [], includeDeleted: set.includeDeleted });
    const [found] = await contacts.database
      .collection('contacts')
      .aggregate<{ ids: string[] }>([
        { $match: { workspace_id: 'ws_1', ...query } },
        { $group: { _id: null, ids: { $push: '$_id' } } },
      ])
      .toArray();
    expect((found?.ids ?? []).sort().join(' ')).toBe(wanted.join(' '));
    const one = subjects
      .filter((subject) => set.includeDeleted || subject['is_deleted'] !== true)
      .filter((subject) => matches(subject, condition));
    expect(one.map((subject) => subject['id']).join(' ')).toBe(wanted.join(' '));
  });
  await fc.assert(property, { numRuns: sets, seed: SEED });
  expect(selectiveCount).toBeGreaterThan(sets / 10);
}

async function expectSamePages(contacts: ContactsUnderTest, sets: number): Promise<void> {
  const property = fc.asyncProperty(filterSet, fc.integer({ min: 8, max: 200 }), async (set, pageSize) => {
    const ids: string[] = [];
    let cursor = '';
    do {
      const { contacts: page, meta } = await contacts.client.searchContacts(
        call(),
        searched({
          filters: [...set.filters],
          filters_logic: set.logic === 'OR' ? 'OR' : 'AND',
          sort: [{ field: 'id', descending: false }],
          page: { page_size: pageSize, cursor },
          include_deleted: set.includeDeleted,
        }),
      );
      ids.push(...page.map(({ id }) => id));
      cursor = meta?.next_cursor ?? '';
      if (cursor === '') expect(meta?.total_count).toBe(ids.length);
    } while (cursor !== '');
    expect(ids.join(' ')).toBe(expected(set).join(' '));
  });
  await fc.assert(property, { numRuns: sets, seed: SEED });
}

/** Compares three evaluations of random filters, and the pages of the service. */
export async function describeFilters(sets: number, setsOverGrpc: number): Promise<void> {
  const contacts = await sharedByTests(startContacts);
  beforeAll(async () => writeWorld(contacts, models));

  describe('filters', () => {
    it(`match the same contacts as query, in memory and by brute force for ${sets} random sets over ${CONTACT_COUNT} contacts`, async () => {
      await expectSameMatches(contacts, sets);
    });

    it('match the same contacts through the service, in pages, with the right count', async () => {
      await expectSamePages(contacts, setsOverGrpc);
    });
  });
}
