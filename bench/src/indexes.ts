import type { Collection, IndexDescription, MongoClient } from 'mongodb';
import { z } from 'zod';
import { serverSeconds } from './cpu.ts';
import {
  givenContacts,
  toActivity,
  toChange,
  toMembership,
  type GivenContact,
  type StoredChange,
  type StoredContact,
} from './indexes-documents.ts';
import type { BenchInput, ProductBench } from './run-bench.ts';
import type { Stack } from '@outreach/dev';

/** Rows of one transaction, as in an import. */
const CHUNK_ROWS = 500;
/** Each round writes some contacts to all copies. Short rounds meet the same load of the machine in all copies. */
const ROUNDS = 45;
/** One contact in so many is changed: an update in a transaction costs MongoDB 6.0 four times as much as an insert. */
const INSERTED_PER_CHANGED = 5;
const US_PER_SECOND = 1_000_000;
const COMPLETE = 'none';
const NAME_WIDTH = 18;
const FIGURE_WIDTH = 16;

export const indexes: ProductBench = {
  name: 'indexes',
  description: 'what each index of contacts costs MongoDB per write: --contacts in a copy without the index',
  contactsDefault: 45_000,
  runsDefault: 1,
  run: measure,
};

/** A copy of the collection of contacts without one of its indexes. */
interface Copy {
  /** The index that it does not have. */
  readonly without: string;
  readonly client: MongoClient;
  readonly rows: Collection<StoredContact>;
  /** Microseconds of MongoDB per document in each round, by kind of write. */
  readonly samples: Map<string, number[]>;
}

interface Write {
  /** The share of the inserted contacts that it writes. */
  readonly share: number;
  readonly write: (copy: Copy, chunk: readonly GivenContact[]) => Promise<void>;
}

const WRITES: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['insert', { share: 1, write: insert }],
  [
    'title and score',
    { share: 1 / INSERTED_PER_CHANGED, write: async (copy, chunk) => update(copy, chunk.map(toChange)) },
  ],
  [
    'activity',
    { share: 1 / INSERTED_PER_CHANGED, write: async (copy, chunk) => update(copy, chunk.map(toActivity)) },
  ],
  ['campaign', { share: 1 / INSERTED_PER_CHANGED, write: addCampaign }],
  ['in transaction', { share: 1 / INSERTED_PER_CHANGED, write: addCampaignInTransaction }],
]);

async function insert({ client, rows }: Copy, chunk: readonly GivenContact[]): Promise<void> {
  const created = chunk.map((given) => given.created);
  await client.withSession(async (session) =>
    session.withTransaction(async () => rows.insertMany(created, { session })),
  );
}

async function update({ client, rows }: Copy, changes: readonly StoredChange[]): Promise<void> {
  await client.withSession(async (session) =>
    session.withTransaction(async () => rows.bulkWrite(changes, { session })),
  );
}

/** As the enrollment of contacts adds their campaign. */
async function addCampaign({ rows }: Copy, chunk: readonly GivenContact[]): Promise<void> {
  const { filter, update: change } = toMembership(chunk, 'cmp_ONE');
  await rows.updateMany(filter, change, { hint: '_id_' });
}

/** The same in a transaction. */
async function addCampaignInTransaction(
  { client, rows }: Copy,
  chunk: readonly GivenContact[],
): Promise<void> {
  const { filter, update: change } = toMembership(chunk, 'cmp_TWO');
  await client.withSession(async (session) =>
    session.withTransaction(async () => rows.updateMany(filter, change, { hint: '_id_', session })),
  );
}

async function measure(input: BenchInput): Promise<void> {
  const { mongodb: client, contacts: count, seed, print } = input;
  const listed = await client.db('outreach_contacts').collection('contacts').indexes();
  const secondary = listed.filter(({ name }) => name !== '_id_').map(({ v, ...index }) => index);
  const copies = await createCopies(client, secondary);
  // A checkpoint writes the pages of all copies, so none may run within the part of one.
  await client.db('admin').command({ setParameter: 1, syncdelay: 0 });
  const given = givenContacts(count, seed);
  const perRound = Math.ceil(count / ROUNDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = given.slice(round * perRound, (round + 1) * perRound);
    // Each round begins with another copy: the writes after a checkpoint cost more.
    const first = Math.floor((round * copies.length) / ROUNDS);
    for (const copy of [...copies.slice(first), ...copies.slice(0, first)]) await sample(input, copy, rows);
    await client.db('admin').command({ fsync: 1 });
  }
  print(`${ROUNDS} rounds of ${perRound} contacts; µs of MongoDB per document:`);
  await printTable(copies, print);
}

/** The first and the last copy have all indexes: their difference is the error of the measurement. */
async function createCopies(client: MongoClient, secondary: readonly IndexDescription[]): Promise<Copy[]> {
  const names = [COMPLETE, ...secondary.map(({ name = '' }) => name), 'all', COMPLETE];
  const database = client.db('outreach_index_costs');
  return Promise.all(
    names.map(async (without, index) => {
      const rows = await database.createCollection<StoredContact>(`contacts_${index}`);
      const kept = without === 'all' ? [] : secondary.filter(({ name }) => name !== without);
      if (kept.length > 0) await rows.createIndexes([...kept]);
      return { without, client, rows, samples: new Map() };
    }),
  );
}

async function sample({ stack }: BenchInput, copy: Copy, given: readonly GivenContact[]): Promise<void> {
  for (const [name, { share, write }] of WRITES) {
    const rows = given.slice(0, share * given.length);
    const startSeconds = mongodbSeconds(stack);
    for (let from = 0; from < rows.length; from += CHUNK_ROWS)
      await write(copy, rows.slice(from, from + CHUNK_ROWS));
    const us = US_PER_SECOND * (mongodbSeconds(stack) - startSeconds);
    copy.samples.set(name, [...(copy.samples.get(name) ?? []), us / rows.length]);
  }
}

function mongodbSeconds(stack: Stack): number {
  const seconds = new Map(serverSeconds(stack)).get('mongod');
  if (seconds === undefined) throw new Error('The processor time of MongoDB can be measured on Linux only.');
  return seconds;
}

async function printTable(copies: readonly Copy[], print: (line: string) => void): Promise<void> {
  const [complete, ...others] = copies;
  if (complete === undefined) throw new Error('The first copy has all indexes.');
  const bytes = await indexBytesOf(complete);
  const kinds = [...WRITES.keys()];
  const show = (name: string, figures: readonly string[]): void =>
    print(`${name.padEnd(NAME_WIDTH)}${figures.map((figure) => figure.padStart(FIGURE_WIDTH)).join('')}`);
  show('index', [...kinds, 'bytes']);
  show('(a document)', [...kinds.map((kind) => showMean(samplesOf(complete, kind))), '']);
  for (const copy of others) {
    const costs = kinds.map((kind) =>
      showMean(differences(samplesOf(complete, kind), samplesOf(copy, kind))),
    );
    show(copy.without, [...costs, (bytes.get(copy.without) ?? 0).toFixed(0)]);
  }
}

function samplesOf({ samples }: Copy, kind: string): readonly number[] {
  return samples.get(kind) ?? [];
}

function differences(from: readonly number[], subtracted: readonly number[]): readonly number[] {
  return from.map((value, index) => value - (subtracted[index] ?? 0));
}

/** The mean of the middle half of the rounds: other load of the machine falls into the rest. */
function showMean(values: readonly number[]): string {
  const quarter = Math.floor(values.length / 4);
  const middle = values.toSorted((one, other) => one - other).slice(quarter, values.length - quarter);
  return (middle.reduce((sum, value) => sum + value, 0) / middle.length).toFixed(1);
}

const CollStats = z.object({
  storageStats: z.object({ count: z.number(), indexSizes: z.record(z.string(), z.number()) }),
});

/** Bytes per document of each index. */
async function indexBytesOf({ rows }: Copy): Promise<ReadonlyMap<string, number>> {
  const [stats] = await rows.aggregate([{ $collStats: { storageStats: {} } }]).toArray();
  const { count, indexSizes } = CollStats.parse(stats).storageStats;
  return new Map(Object.entries(indexSizes).map(([name, size]) => [name, size / count]));
}
