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
  readonly stats: Pick<StoredOwnerStats, 'sum' | 'days'>;
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

interface PeriodQuery {
  readonly owners: Owners;
  readonly period: Period;
  readonly startOf: (at: Date) => Date;
}

async function readByPeriod(
  { changes, stats }: OwnerStatsPorts,
  { owners, period, startOf }: PeriodQuery,
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
    visitDay(day, period, ({ quarter, atMs, index, count }) => {
      const own = (known[quarter] ??= sumsAt(atMs));
      own.values[index] = (own.values[index] ?? 0) + count;
    });
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
    for (const [id, counts] of await stats.sum(owners, splitDays(days))) sums.of(id).add(counts);
  for (const edge of edges)
    for await (const day of stats.days(owners, edge)) {
      const { values } = sums.of(day.ownerId);
      visitDay(day, edge, ({ index, count }) => {
        values[index] = (values[index] ?? 0) + count;
      });
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

interface QuarterCount {
  /** The number of the quarter of an hour in its day. */
  readonly quarter: number;
  readonly atMs: number;
  /** The number of the counter. */
  readonly index: number;
  readonly count: number;
}

/** Visits the counts of a day that are in the period. */
function visitDay(
  { start, quarters }: OwnerDay,
  { from, to }: Period,
  visit: (one: QuarterCount) => void,
): void {
  const startMs = start.getTime();
  const fromMs = from?.getTime() ?? -Infinity;
  const toMs = to?.getTime() ?? Infinity;
  for (const [index, name] of OWNER_COUNTERS.entries()) {
    const bytes = quarters[name];
    if (bytes === undefined) continue;
    visitQuarters(bytes, (quarter, count) => {
      const atMs = startMs + quarter * QUARTER_MS;
      if (atMs >= fromMs && atMs < toMs) visit({ quarter, atMs, index, count });
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

function toOwnerCounts(countOf: (index: number) => number | undefined): OwnerCounts {
  return Object.fromEntries(OWNER_COUNTERS.map((name, index) => [name, countOf(index) ?? 0])) as Record<
    OwnerCounter,
    number
  >;
}

/** The counters of an owner without emails and enrollments. */
export const NO_OWNER_COUNTS: OwnerCounts = toOwnerCounts(() => 0);
