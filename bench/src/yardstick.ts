import { MongoClient } from 'mongodb';
import { percentilesOf, showPercentiles } from './percentiles.ts';
import { postSigned } from './post-signed.ts';
import { startReceiver } from './receiver-process.ts';

const POSTS = 10_000;
const INSERT_SECONDS = 2;
const INSERT_CALLERS = 8;
const JSON_SECONDS = 0.5;
const PAGE_SIZE = 50;
const MS_PER_SECOND = 1_000;

/**
 * Rates per second of three simple operations, measured in the minute of a benchmark. The speed of a machine differs
 * between hours; the ratio of a figure to these rates differs less.
 */
export interface Rates {
  /** Signed POSTs of 1 KB over one undici Agent, 64 at a time, to a receiver in a process of its own. */
  readonly posts: number;
  /** Inserts of one small document with a journaled commit, by eight callers; undefined without a MongoDB server. */
  readonly inserts: number | undefined;
  /** A page of 50 contacts encoded as JSON text. */
  readonly texts: number;
}

/** Shows figures with their ratios to the rates of the machine. */
export interface Yardstick {
  /** The rate with its unit, and its ratios: `528 rows/s (0.043 POSTs, 0.13 inserts, 0.001 texts)`. */
  rate(perSecond: number, unit: string): string;
  /** Percentiles of samples in ms, and how many POSTs, inserts and texts take as long as the median. */
  times(samplesMs: readonly number[]): string;
}

export function createYardstick({ posts, inserts, texts }: Rates): Yardstick {
  const units = [
    ['POSTs', posts],
    ...(inserts === undefined ? [] : [['inserts', inserts] as const]),
    ['texts', texts],
  ] as const;
  const ratios = (of: (perSecond: number) => number): string =>
    units.map(([name, perSecond]) => `${twoDigits(of(perSecond))} ${name}`).join(', ');
  return {
    rate: (perSecond, unit) =>
      `${perSecond.toFixed(0)} ${unit}/s (${ratios((ownPerSecond) => perSecond / ownPerSecond)})`,
    times: (samplesMs) => {
      const percentiles = percentilesOf(samplesMs);
      const seconds = percentiles.p50 / MS_PER_SECOND;
      return `${showPercentiles(percentiles)} (median: ${ratios((perSecond) => seconds * perSecond)})`;
    },
  };
}

/** `170` and `0.041`, without an exponent. */
function twoDigits(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en', {
    maximumSignificantDigits: 2,
    useGrouping: false,
  });
}

export function showRates({ posts, inserts, texts }: Rates): string {
  const shown = [
    `${posts.toFixed(0)} signed POSTs/s`,
    ...(inserts === undefined ? [] : [`${inserts.toFixed(0)} journaled inserts/s`]),
    `${texts.toFixed(0)} JSON texts/s`,
  ];
  return `yardstick: ${shown.join(', ')}`;
}

export async function measureRates(mongodbUri?: string): Promise<Rates> {
  return {
    posts: await measurePosts(),
    inserts: mongodbUri === undefined ? undefined : await measureInserts(mongodbUri),
    texts: measureTexts(),
  };
}

async function measurePosts(): Promise<number> {
  using receiver = await startReceiver();
  return await postSigned(`${receiver.url}/`, POSTS);
}

async function measureInserts(mongodbUri: string): Promise<number> {
  await using client = await MongoClient.connect(mongodbUri);
  const database = client.db('outreach_yardstick');
  const rows = database.collection('rows', { writeConcern: { w: 1, journal: true } });
  let count = 0;
  const endMs = performance.now() + INSERT_SECONDS * MS_PER_SECOND;
  const insert = async (): Promise<void> => {
    for (; performance.now() < endMs; count += 1) await rows.insertOne({ name: 'Maria', at: new Date() });
  };
  await Promise.all(Array.from({ length: INSERT_CALLERS }, insert));
  await database.dropDatabase();
  return count / INSERT_SECONDS;
}

function measureTexts(): number {
  const contact = {
    email: 'maria@example.com',
    first_name: 'Maria',
    tags: ['one', 'two'],
    company: { name: 'A' },
  };
  let count = 0;
  let characters = 0;
  const endMs = performance.now() + JSON_SECONDS * MS_PER_SECOND;
  for (; performance.now() < endMs; count += 1) {
    const page = Array.from({ length: PAGE_SIZE }, (_, index) => ({ ...contact, id: count + index }));
    characters += JSON.stringify({ data: page }).length;
  }
  if (characters === 0) throw new Error('No text was encoded.');
  return count / JSON_SECONDS;
}
