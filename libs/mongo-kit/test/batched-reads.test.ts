import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Model } from 'mongoose';
import { withCall } from '@outreach/service-kit';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { defineModel, oneOf, systemSchema } from '../src/index.ts';
import { startGroupHarness, type Thing } from './group-harness.ts';

interface Word {
  readonly _id: string;
}

const harness = await sharedByTests(startGroupHarness);
let words: Model<Word>;
let thingsByName: (name: string) => Promise<readonly Thing[]>;
let wordById: (id: string) => Promise<readonly Word[]>;

beforeAll(async () => {
  words = defineModel(harness.mongo.connection, 'words', systemSchema<Word>({ _id: String }));
  const { reads } = harness.units;
  thingsByName = reads.keyed<string, Thing>({
    model: harness.things,
    filterOf: (names) => ({ name: oneOf(names) }),
    answers: ({ name }, wanted) => name === wanted,
  });
  wordById = reads.keyed<string, Word>({
    model: words,
    filterOf: (ids) => ({ _id: oneOf(ids) }),
    answers: ({ _id }, wanted) => _id === wanted,
    hint: '_id_',
  });
  await words.insertMany([{ _id: 'yes' }, { _id: 'no' }]);
});

beforeEach(async () => {
  await harness.reset();
  for (const workspaceId of ['ws_a', 'ws_b']) {
    for (const name of ['one', 'two']) {
      await harness.run(harness.call(workspaceId), async () => harness.create(name));
    }
  }
  harness.commands.length = 0;
});

const inside = async <T>(workspaceId: string, fn: () => Promise<T>): Promise<T> =>
  withCall(harness.call(workspaceId), fn);
const namesOf = (found: readonly Thing[]): string[] =>
  found.map(({ workspace_id, name }) => `${workspace_id} ${name}`);

describe('concurrent reads', () => {
  it('share a command, and each workspace gets only its own rows', async () => {
    const asked = ['ws_a', 'ws_b', 'ws_c'].flatMap((ws) =>
      ['one', 'two', 'three'].map((name) => ({ ws, name })),
    );
    const found = await Promise.all(
      asked.map(async ({ ws, name }) => inside(ws, async () => thingsByName(name))),
    );
    const exists = ({ ws, name }: { ws: string; name: string }): boolean => ws !== 'ws_c' && name !== 'three';
    expect(found.map(namesOf)).toEqual(asked.map((one) => (exists(one) ? [`${one.ws} ${one.name}`] : [])));
    expect(harness.countOf('find')).toBe(1);
  });

  it('share a command over several collections', async () => {
    const both = await inside('ws_a', async () =>
      harness.units.reads.both(
        async () => thingsByName('one'),
        async () => wordById('yes'),
      ),
    );
    expect(namesOf(both[0])).toEqual(['ws_a one']);
    expect(both[1]).toEqual([{ _id: 'yes' }]);
    expect([harness.countOf('aggregate'), harness.countOf('find')]).toEqual([1, 0]);
  });

  it('are all answered when there are more than a batch holds', async () => {
    const asked = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? 'yes' : 'absent'));
    const found = await Promise.all(asked.map(wordById));
    expect(found.map((rows) => rows.length)).toEqual(asked.map((id) => (id === 'yes' ? 1 : 0)));
  });

  it('see earlier writes', async () => {
    await inside('ws_a', async () => thingsByName('new'));
    await harness.run(harness.call('ws_a'), async () => harness.create('new'));
    expect(namesOf(await inside('ws_a', async () => thingsByName('new')))).toEqual(['ws_a new']);
  });

  it('fail when the database fails, and later reads succeed', async () => {
    const broken = harness.units.reads.keyed<string, Thing>({
      model: harness.things,
      filterOf: () => ({ $nonsense: true }),
      answers: () => true,
    });
    const ends = await inside('ws_a', async () => Promise.allSettled([broken('a'), broken('b')]));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(namesOf(await inside('ws_a', async () => thingsByName('one')))).toEqual(['ws_a one']);
  });

  it('of a tenant collection fail outside a call', async () => {
    await expect(thingsByName('one')).rejects.toThrow('outside a call of a workspace');
  });
});

describe('a read inside a transaction', () => {
  it('sees the writes of the transaction, which no other call sees', async () => {
    const written = Promise.withResolvers<undefined>();
    const seenOutside = written.promise.then(async () =>
      inside('ws_a', async () => namesOf(await thingsByName('unseen'))),
    );
    const seen = await inside('ws_a', async () =>
      harness.units.unitOfWork(async () => {
        await (
          await harness.create('unseen')
        )();
        written.resolve(undefined);
        return [namesOf(await thingsByName('unseen')), await seenOutside];
      }),
    );
    expect(seen).toEqual([['ws_a unseen'], []]);
  });

  it('waits for the previous read', async () => {
    const order: string[] = [];
    const read = (id: string) => async (): Promise<void> => {
      order.push(`${id} asked`);
      await wordById(id);
      order.push(`${id} answered`);
    };
    await inside('ws_a', async () =>
      harness.units.unitOfWork(async () => harness.units.reads.both(read('yes'), read('no'))),
    );
    expect(order).toEqual(['yes asked', 'yes answered', 'no asked', 'no answered']);
  });
});

describe('a read that the server refuses', () => {
  it('fails alone and fails no read of another workspace in its batch', async () => {
    const strictByName = harness.units.reads.keyed<string, Thing>({
      model: harness.things,
      filterOf: (names) => (names.includes('bad') ? { name: { $unknown: 1 } } : { name: oneOf(names) }),
      answers: ({ name }, wanted) => name === wanted,
    });
    const [refused, ...found] = await Promise.allSettled([
      inside('ws_a', async () => strictByName('bad')),
      inside('ws_a', async () => strictByName('one')),
      inside('ws_b', async () => strictByName('two')),
    ]);
    expect(refused).toMatchObject({ status: 'rejected' });
    expect(found.map((end) => end.status === 'fulfilled' && namesOf(end.value))).toEqual([
      ['ws_a one'],
      ['ws_b two'],
    ]);
  });
});

describe('a batch of reads', () => {
  it('is bounded by bytes, so large keys are read by several commands', async () => {
    const large = Array.from({ length: 8 }, (_, index) => `${'x'.repeat(400_000)}${index}`);
    const found = await Promise.all(
      large.map(async (name) => inside('ws_a', async () => thingsByName(name))),
    );
    expect(found).toEqual(large.map(() => []));
    expect(harness.countOf('find')).toBeGreaterThanOrEqual(4);
  });

  it('counts the keys of sets', async () => {
    const thingsByNames = harness.units.reads.keyed<ReadonlySet<string>, Thing>({
      model: harness.things,
      filterOf: (sets) => ({ name: oneOf(sets.flatMap((set) => [...set])) }),
      answers: ({ name }, wanted) => wanted.has(name),
    });
    const setOf = (index: number): ReadonlySet<string> =>
      new Set(Array.from({ length: 400 }, (_, key) => `${'x'.repeat(1_000)} ${index} ${key}`));
    const found = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => inside('ws_a', async () => thingsByNames(setOf(index)))),
    );
    expect(found).toEqual(found.map(() => []));
    expect(harness.countOf('find')).toBeGreaterThanOrEqual(4);
    const tooLarge = new Set(Array.from({ length: 9 }, (_, key) => `${'x'.repeat(1_000_000)}${key}`));
    await expect(inside('ws_a', async () => thingsByNames(tooLarge))).rejects.toThrow(
      'must be read in parts',
    );
  });
});
