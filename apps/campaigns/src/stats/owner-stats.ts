import { OWNER_COUNTERS, QUARTER_MS, type OwnerCounter, type OwnerCounts } from './counters.ts';
import { visitQuarters } from './packed-quarters.ts';
import type {
  CountChanges,
  OwnedChange,
  OwnerDay,
  Owners,
  OwnerStatsReader,
  Period,
  StoredOwnerStats,
} from './ports.ts';
import { splitDays, splitPeriod } from './split-period.ts';

export interface OwnerStatsPorts {
  readonly changes: Pick<CountChanges, 'read'>;
  readonly stats: Pick<StoredOwnerStats, 'whole' | 'days'>;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}

/**
 * Adds the changes that wait to the stored sums. One transaction reads both, because a job moves changes from the first
 * to the second.
 */
export function createOwnerStatsReader(ports: OwnerStatsPorts): OwnerStatsReader {
  return {
    byPeriod: async (owners, period, startOf) =>
      ports.unitOfWork(async () => readByPeriod(ports, { owners, period, startOf })),
    sums: async (owners, period) => ports.unitOfWork(async () => readSums(ports, owners, period)),
  };
}

async function readByPeriod(
  { changes, stats }: OwnerStatsPorts,
  {
    owners,
    period,
    startOf,
  }: { readonly owners: Owners; readonly period: Period; readonly startOf: (at: Date) => Date },
): Promise<ReadonlyMap<number, OwnerCounts>> {
  const sums = new Sums<number>();
  /** The sums of the quarters of each day, so that a quarter finds its period once for all owners. */
  const days = new Map<number, (CounterSums | undefined)[]>();
  const sumsAt = (atMs: number): CounterSums => sums.of(startOf(new Date(atMs)).getTime());
  for (const { at, counts } of await changesOf(changes, owners, period)) sumsAt(at.getTime()).add(counts);
  for await (const day of stats.days(owners, period)) {
    const startMs = day.start.getTime();
    const known = days.get(startMs) ?? [];
    days.set(startMs, known);
    addDay(day, period, (quarter) => (known[quarter] ??= sumsAt(startMs + quarter * QUARTER_MS)));
  }
  return sums.toCounts();
}

async function readSums(
  { changes, stats }: OwnerStatsPorts,
  owners: Owners,
  period: Period,
): Promise<ReadonlyMap<string, OwnerCounts>> {
  const sums = new Sums<string>();
  for (const { ownerId, counts } of await changesOf(changes, owners, period)) sums.of(ownerId).add(counts);
  const { days, edges } = splitPeriod(period);
  if (days !== undefined)
    for (const { ownerId, counts } of await stats.whole(owners, splitDays(days)))
      sums.of(ownerId).add(counts);
  for (const edge of edges)
    for await (const day of stats.days(owners, edge)) {
      const own = sums.of(day.ownerId);
      addDay(day, edge, () => own);
    }
  return sums.toCounts();
}

/** The changes of the owners in the period that wait. */
async function changesOf(
  changes: OwnerStatsPorts['changes'],
  { kind, ids }: Owners,
  { from, to }: Period,
): Promise<readonly OwnedChange[]> {
  const named = ids === undefined ? undefined : new Set(ids);
  return (await changes.read()).filter(
    (change) =>
      change.kind === kind &&
      named?.has(change.ownerId) !== false &&
      (from === undefined || change.at >= from) &&
      (to === undefined || change.at < to),
  );
}

/** Adds the counts of a day that are in the period to the sums of their quarters of an hour. */
function addDay(
  { start, packed }: OwnerDay,
  { from, to }: Period,
  sumsOf: (quarter: number) => CounterSums,
): void {
  const quarterAt = (at: Date): number => (at.getTime() - start.getTime()) / QUARTER_MS;
  const first = from === undefined ? 0 : quarterAt(from);
  const end = to === undefined ? Infinity : quarterAt(to);
  for (const [index, name] of OWNER_COUNTERS.entries()) {
    const bytes = packed(name);
    if (bytes === undefined) continue;
    visitQuarters(bytes, (quarter, count) => {
      if (quarter < first || quarter >= end) return;
      const { values } = sumsOf(quarter);
      values[index] = (values[index] ?? 0) + count;
    });
  }
}

/** Sums of counters, in the order of `OWNER_COUNTERS`. */
class CounterSums {
  readonly values: number[] = OWNER_COUNTERS.map(() => 0);

  add(counts: Partial<OwnerCounts>): void {
    for (const [index, name] of OWNER_COUNTERS.entries())
      this.values[index] = (this.values[index] ?? 0) + (counts[name] ?? 0);
  }
}

/** Sums of counters by key. */
class Sums<Key> {
  readonly #all = new Map<Key, CounterSums>();

  of(key: Key): CounterSums {
    const known = this.#all.get(key) ?? new CounterSums();
    this.#all.set(key, known);
    return known;
  }

  toCounts(): ReadonlyMap<Key, OwnerCounts> {
    return new Map([...this.#all].map(([key, { values }]) => [key, toOwnerCounts((index) => values[index])]));
  }
}

/** In a loop, because a request makes the counters of a thousand owners. */
function toOwnerCounts(countOf: (index: number) => number | undefined): OwnerCounts {
  const counts: Partial<Record<OwnerCounter, number>> = {};
  for (const [index, name] of OWNER_COUNTERS.entries()) counts[name] = countOf(index) ?? 0;
  return counts as OwnerCounts;
}

/** The counters of an owner without emails and enrollments. */
export const NO_OWNER_COUNTS: OwnerCounts = toOwnerCounts(() => 0);
