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
const placesOf = (found: readonly Thing[]): string[] =>
  found.map(({ workspace_id, name }) => `${workspace_id} ${name}`);

describe('reads of one moment', () => {
  it('share a command, and each workspace gets its own rows alone', async () => {
    const asked = ['ws_a', 'ws_b', 'ws_c'].flatMap((ws) =>
      ['one', 'two', 'three'].map((name) => ({ ws, name })),
    );
    const found = await Promise.all(
      asked.map(async ({ ws, name }) => inside(ws, async () => thingsByName(name))),
    );
    const isThere = ({ ws, name }: { ws: string; name: string }): boolean =>
      ws !== 'ws_c' && name !== 'three';
    expect(found.map(placesOf)).toEqual(asked.map((one) => (isThere(one) ? [`${one.ws} ${one.name}`] : [])));
    expect(harness.countOf('find')).toBe(1);
  });

  it('of several collections share one, too', async () => {
    const both = await inside('ws_a', async () =>
      harness.units.reads.both(
        async () => thingsByName('one'),
        async () => wordById('yes'),
      ),
    );
    expect(placesOf(both[0])).toEqual(['ws_a one']);
    expect(both[1]).toEqual([{ _id: 'yes' }]);
    expect([harness.countOf('aggregate'), harness.countOf('find')]).toEqual([1, 0]);
  });

  it('are answered also when more come than one command takes', async () => {
    const asked = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? 'yes' : 'absent'));
    const found = await Promise.all(asked.map(wordById));
    expect(found.map((rows) => rows.length)).toEqual(asked.map((id) => (id === 'yes' ? 1 : 0)));
  });

  it('see what was written before they were asked', async () => {
    await inside('ws_a', async () => thingsByName('new'));
    await harness.run(harness.call('ws_a'), async () => harness.create('new'));
    expect(placesOf(await inside('ws_a', async () => thingsByName('new')))).toEqual(['ws_a new']);
  });

  it('all fail when their command fails, and later ones do not', async () => {
    const broken = harness.units.reads.keyed<string, Thing>({
      model: harness.things,
      filterOf: () => ({ $nonsense: true }),
      answers: () => true,
    });
    const ends = await inside('ws_a', async () => Promise.allSettled([broken('a'), broken('b')]));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(placesOf(await inside('ws_a', async () => thingsByName('one')))).toEqual(['ws_a one']);
  });

  it('behind the wall need a call', async () => {
    await expect(thingsByName('one')).rejects.toThrow('outside a call of a workspace');
  });
});

describe('a read inside a transaction', () => {
  it('sees what the transaction wrote, and nobody else does', async () => {
    const written = Promise.withResolvers<undefined>();
    const seenOutside = written.promise.then(async () =>
      inside('ws_a', async () => placesOf(await thingsByName('unseen'))),
    );
    const seen = await inside('ws_a', async () =>
      harness.units.unitOfWork(async () => {
        await harness.create('unseen');
        written.resolve(undefined);
        return [placesOf(await thingsByName('unseen')), await seenOutside];
      }),
    );
    expect(seen).toEqual([['ws_a unseen'], []]);
  });

  it('waits for the one before it', async () => {
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
