import { createKey, type Stack } from '@outreach/dev';
import type { Collection, Document } from 'mongodb';
import { cpuSecondsOf, showCpu } from './cpu.ts';
import type { RoundInput } from './rounds.ts';

export const HOUR_MS = 3_600_000;
export const QUARTER_MS = 900_000;
export const DAY_MS = 24 * HOUR_MS;
/** The hours of the send windows of all zones, in UTC. */
export const FIRST_HOUR = 6;
export const HOURS = 15;
const ROWS_PER_INSERT = 10_000;
const REQUESTS = 200;
const WARM_UP_REQUESTS = 30;
const KEYS = 40;

/** The largest share of the emails of a quarter that each counter counts. */
export const SHARES: Readonly<Record<string, number>> = {
  sent: 1,
  delivered: 0.98,
  opened: 0.9,
  clicked: 0.1,
  replied: 0.05,
  bounced: 0.02,
  unsubscribed: 0.01,
  spam_complaints: 0.001,
  unique_opened: 0.4,
  unique_clicked: 0.05,
  unique_replied: 0.04,
  positive_replied: 0.01,
  intent_interested: 0.01,
  intent_not_interested: 0.01,
};

export interface Case {
  readonly name: string;
  /** A function makes each request a little different. */
  readonly path: string | ((index: number) => string);
}

/** Rate limits stay on: a key may ask for 120 analyses a minute. */
export async function keysOf(stack: Stack, key: string): Promise<readonly string[]> {
  const keys = [key];
  while (keys.length < KEYS) keys.push(await createKey(stack, key, `Bench ${String(keys.length)}`));
  return keys;
}

export async function insertAll(rows: Collection, documents: Iterable<Document>): Promise<void> {
  let batch: Document[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await rows.insertMany(batch, { ordered: false, writeConcern: { w: 1 } });
    batch = [];
  };
  for (const document of documents) {
    batch.push(document);
    if (batch.length === ROWS_PER_INSERT) await flush();
  }
  await flush();
}

/** An id with the time order of ULIDs. */
export function idOf(prefix: string, index: number): string {
  return `${prefix}_01${String(index).padStart(24, '0')}`;
}

/** Measures one request at a time. */
export async function measure(
  { stack, yardstick, print, round }: RoundInput,
  keys: readonly string[],
  { name, path }: Case,
): Promise<void> {
  const samplesMs: number[] = [];
  let before = await cpuSecondsOf(stack);
  const first = round * (WARM_UP_REQUESTS + REQUESTS) + WARM_UP_REQUESTS;
  for (let index = -WARM_UP_REQUESTS; index < REQUESTS; index += 1) {
    if (index === 0) before = await cpuSecondsOf(stack);
    const asked = typeof path === 'string' ? path : path(first + index);
    const startedAtMs = performance.now();
    const key = keys[(index + WARM_UP_REQUESTS) % keys.length] ?? '';
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${stack.baseUrl}${asked}`, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${asked}: ${String(response.status)} ${text}`);
    if (index >= 0) samplesMs.push(performance.now() - startedAtMs);
  }
  print(`${name}: ${yardstick.times(samplesMs)}`);
  print(`  ${showCpu(before, await cpuSecondsOf(stack), REQUESTS)}`);
}
