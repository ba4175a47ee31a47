import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createLogger } from '@outreach/service-kit';
import { testMongoUri, uniqueName } from '@outreach/testing/servers';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { connectMongo, defineModel, systemSchema } from '../src/index.ts';
import { findSortedSlice, type Ties } from '../src/paging/index.ts';

interface Item {
  readonly _id: string;
  readonly group: string;
  readonly is_last: boolean;
}

const RUNS = 40;
const SEED = 3;

/** The index `with_id` orders ties, `without_id` does not. */
const indexed = await sharedByTests(async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const mongo = connectMongo({
    uri: testMongoUri(),
    database: uniqueName('slices'),
    appName: 'test',
    logger,
  });
  let beforeRead = async (): Promise<void> => undefined;
  const schema = systemSchema<Item>({ _id: String, group: String, is_last: Boolean }, [
    [{ is_last: 1, group: 1, _id: 1 }, { name: 'with_id' }],
    [{ is_last: 1, group: 1 }, { name: 'without_id' }],
  ]);
  schema.pre('find', async () => beforeRead());
  const items = defineModel(mongo.connection, 'items', schema);
  await mongo.start();
  return {
    items,
    /** Sets a function that runs before each read. */
    onRead: (fn: () => Promise<void>) => (beforeRead = fn),
    stop: async () => mongo.stop(),
  };
});
const { items, onRead } = indexed;

afterEach(async () => {
  onRead(async () => undefined);
  await items.deleteMany({});
});

const bothFlags = { is_last: { $in: [false, true] } };

interface Walk {
  readonly ties: Ties;
  readonly descending: boolean;
  readonly size: number;
}

async function slice({ ties, descending, size }: Walk, after?: unknown) {
  return findSortedSlice({
    model: items,
    filter: bothFlags,
    keys: [{ path: 'group', descending, isNullable: false }],
    isIndexed: true,
    ties,
    size,
    after,
    hint: ties === 'indexed' ? 'with_id' : 'without_id',
  });
}

async function idsOf(walk: Walk): Promise<string[]> {
  const ids: string[] = [];
  let after: unknown;
  do {
    const { items: found, next } = await slice(walk, after);
    expect(found.length === walk.size || next === undefined).toBe(true);
    ids.push(...found.map(({ _id }) => _id));
    after = next;
  } while (after !== undefined);
  return ids;
}

function ordered(given: readonly Item[], descending: boolean): string[] {
  const keyOf = ({ group, _id }: Item) => `${group} ${_id}`;
  const sorted = given.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  return (descending ? sorted.reverse() : sorted).map(({ _id }) => _id);
}

const inGroup = (group: string, ...ids: readonly string[]): Item[] =>
  ids.map((_id, index) => ({ _id, group, is_last: index % 2 === 1 }));

const given = fc.uniqueArray(
  fc.record({
    _id: fc.integer({ min: 100, max: 999 }).map(String),
    group: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    is_last: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40, selector: ({ _id }) => _id },
);

describe('findSortedSlice', () => {
  it.each(['indexed', 'unindexed'] as const)(
    'returns each document once, ties in the order of ids, for random documents and %s ties',
    async (ties) => {
      const property = fc.asyncProperty(
        given,
        fc.boolean(),
        fc.integer({ min: 1, max: 12 }),
        async (rows, descending, size) => {
          await items.deleteMany({});
          await items.insertMany(rows, { lean: true });
          expect(await idsOf({ ties, descending, size })).toEqual(ordered(rows, descending));
        },
      );
      await fc.assert(property, { numRuns: RUNS, seed: SEED });
    },
  );

  it.each([false, true])('returns each document once without ties (descending: %s)', async (descending) => {
    const rows = ['a', 'b', 'c', 'd', 'e'].flatMap((group, index) => inGroup(group, String(9 - index)));
    await items.insertMany(rows, { lean: true });
    const walk: Walk = { ties: 'absent', descending, size: 2 };
    expect(await idsOf(walk)).toEqual(ordered(rows, descending));
  });

  it('continues at a position of a list with other ties', async () => {
    const rows = [...inGroup('a', '2', '1', '4'), ...inGroup('b', '3')];
    await items.insertMany(rows, { lean: true });
    const walk = (ties: Ties): Walk => ({ ties, descending: false, size: 1 });
    const { next } = await slice(walk('indexed'));
    expect(next).toEqual(['a', '1']);
    expect((await slice(walk('unindexed'), next)).items).toMatchObject([{ _id: '2' }]);
    expect((await slice(walk('absent'), next)).items).toMatchObject([{ _id: '3' }]);
    expect((await slice(walk('indexed'), ['a'])).items).toMatchObject([{ _id: '3' }]);
  });

  it('returns a full page when documents are deleted while unindexed ties are read', async () => {
    const rows = [
      ...inGroup('a', '1'),
      ...inGroup('b', '2', '3'),
      ...inGroup('c', '4'),
      ...inGroup('d', '5'),
    ];
    await items.insertMany(rows, { lean: true });
    let readCount = 0;
    onRead(async () => {
      readCount += 1;
      if (readCount === 2) await items.deleteMany({ _id: { $in: ['1', '3'] } });
    });
    const { items: found, next } = await slice({ ties: 'unindexed', descending: false, size: 2 });
    expect(found.map(({ _id }) => _id)).toEqual(['2', '4']);
    expect(next).toEqual(['c', '4']);
  });
});

describe('a sort by _id and a further key', () => {
  it('has the direction of _id, and reads each document once', async () => {
    await items.insertMany(inGroup('a', '1', '2', '3', '4', '5'));
    const keys = [
      { path: '_id', descending: false, isNullable: false },
      { path: 'group', descending: true, isNullable: false },
    ];
    const ids: string[] = [];
    let after: unknown;
    do {
      const query = { model: items, filter: bothFlags, keys, isIndexed: false, size: 2, after };
      const { items: found, next } = await findSortedSlice(query);
      ids.push(...found.map(({ _id }) => _id));
      after = next;
    } while (after !== undefined);
    expect(ids).toEqual(['1', '2', '3', '4', '5']);
  });
});
