import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FIELDS } from '../src/filters/field-table.ts';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { searched, startContacts, type ContactsUnderTest } from './contacts-harness.ts';
import { plain, valueOf } from './model/brute-force.ts';
import { call, writeWorld } from './model/model-world.ts';
import { randomContacts, type ModelContact } from './model/random-contacts.ts';

const SEED = 7;
const CONTACT_COUNT = 150;

const models: readonly ModelContact[] = randomContacts(CONTACT_COUNT, SEED);

interface Key {
  readonly field: string;
  readonly descending: boolean;
}

const sortable = [...FIELDS].filter(([, row]) => row.isSortable).map(([name]) => name);
const key: fc.Arbitrary<Key> = fc.record({ field: fc.constantFrom(...sortable), descending: fc.boolean() });
const keys = fc.uniqueArray(key, { minLength: 1, maxLength: 3, selector: ({ field }) => field });

/** Orders texts by their UTF-8 bytes and other values by value; absent values come last. */
function compare(one: ModelContact, other: ModelContact, { field, descending }: Key): number {
  const [a, b] = [plain(valueOf(one, field), false), plain(valueOf(other, field), false)];
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order =
    typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : Number(a) - Number(b);
  return descending ? -order : order;
}

async function walk(contacts: ContactsUnderTest, sort: readonly Key[], pageSize: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const page = { page_size: pageSize, cursor };
    const answer = await contacts.client.searchContacts(
      call(),
      searched({ sort: [...sort], page, include_deleted: true }),
    );
    ids.push(...answer.contacts.map(({ id }) => id));
    expect(answer.meta?.total_count).toBe(CONTACT_COUNT);
    cursor = answer.meta?.next_cursor ?? '';
  } while (cursor !== '');
  return ids;
}

async function expectOrder(
  contacts: ContactsUnderTest,
  sort: readonly Key[],
  pageSize: number,
): Promise<void> {
  const ids = await walk(contacts, sort, pageSize);
  expect(new Set(ids).size).toBe(CONTACT_COUNT);
  const byId = new Map(models.map((model) => [model.contact.id, model]));
  for (const [index, id] of ids.slice(1).entries()) {
    const [one, other] = [byId.get(ids[index] ?? ''), byId.get(id)];
    if (one === undefined || other === undefined) throw new Error('The page contains an unknown contact.');
    const order = sort.map((part) => compare(one, other, part)).find((result) => result !== 0) ?? 0;
    expect([order <= 0, sort, ids[index], id]).toEqual([true, sort, ids[index], id]);
  }
}

/** Reads pages in the order of each field, and of random sorts. */
export async function describeSorts(sorts: number): Promise<void> {
  const contacts = await sharedByTests(startContacts);
  beforeAll(async () => writeWorld(contacts, models));

  describe('pages of a sorted search', () => {
    it.each(sortable.flatMap((field) => [false, true].map((descending) => [{ field, descending }])))(
      'by %j return every contact once, in order, contacts without a value last',
      async (one) => {
        await expectOrder(contacts, [one], 40);
      },
    );

    it(`return every contact in order for ${sorts} random sorts by one to three keys`, async () => {
      const property = fc.asyncProperty(keys, fc.integer({ min: 11, max: 97 }), async (sort, pageSize) =>
        expectOrder(contacts, sort, pageSize),
      );
      await fc.assert(property, { numRuns: sorts, seed: SEED });
    });
  });
}
