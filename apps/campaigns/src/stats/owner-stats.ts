import { OWNER_COUNTERS, sumOwnerCounts, type OwnerCounter, type OwnerCounts } from './counters.ts';
import type {
  CountChanges,
  OwnedChange,
  OwnerQuarter,
  Owners,
  OwnerStatsReader,
  Period,
  StoredOwnerStats,
} from './ports.ts';
import { splitDays, splitPeriod } from './split-period.ts';

export interface OwnerStatsPorts {
  readonly changes: Pick<CountChanges, 'read'>;
  readonly stats: Pick<StoredOwnerStats, 'sum' | 'quarters'>;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}

/**
 * Adds the changes that wait to the stored sums. One transaction reads both, because a job moves changes from the first
 * to the second.
 */
export function createOwnerStatsReader(ports: OwnerStatsPorts): OwnerStatsReader {
  return {
    byQuarter: async (owners, period) => ports.unitOfWork(async () => readByQuarter(ports, owners, period)),
    sums: async (owners, period) => ports.unitOfWork(async () => readSums(ports, owners, period)),
  };
}

async function readByQuarter(
  { changes, stats }: OwnerStatsPorts,
  owners: Owners,
  period: Period,
): Promise<readonly OwnerQuarter[]> {
  const sums = new Sums<number>();
  const add = (one: OwnedChange): void => sums.add(one.at.getTime(), one.counts);
  for (const change of await changesOf(changes, owners, period)) add(change);
  for await (const day of stats.quarters(owners, period)) for (const quarter of day) add(quarter);
  return [...sums.all].map(([atMs, counts]) => ({ at: new Date(atMs), counts }));
}

async function readSums(
  { changes, stats }: OwnerStatsPorts,
  owners: Owners,
  period: Period,
): Promise<ReadonlyMap<string, OwnerCounts>> {
  const sums = new Sums<string>();
  for (const change of await changesOf(changes, owners, period)) sums.add(change.ownerId, change.counts);
  const { days, edges } = splitPeriod(period);
  if (days !== undefined)
    for (const [id, counts] of await stats.sum(owners, splitDays(days))) sums.add(id, counts);
  for (const edge of edges)
    for await (const day of stats.quarters(owners, edge))
      for (const { ownerId, counts } of day) sums.add(ownerId, counts);
  return new Map([...sums.all].map(([id, counts]) => [id, toOwnerCounts(counts)]));
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

/** Adds up counters by key. */
class Sums<Key> {
  readonly all = new Map<Key, Partial<Record<OwnerCounter, number>>>();

  add(key: Key, counts: Partial<OwnerCounts>): void {
    const sums = this.all.get(key);
    if (sums === undefined) this.all.set(key, { ...counts });
    else
      for (const name of OWNER_COUNTERS) {
        const count = counts[name];
        if (count !== undefined) sums[name] = (sums[name] ?? 0) + count;
      }
  }
}

/** All counters; those that are not given are 0. */
export function toOwnerCounts(counts: Partial<OwnerCounts> = {}): OwnerCounts {
  return Object.fromEntries(OWNER_COUNTERS.map((name) => [name, counts[name] ?? 0])) as Record<
    OwnerCounter,
    number
  >;
}

/** The counters of all quarters together. */
export function sumQuarters(quarters: readonly OwnerQuarter[]): OwnerCounts {
  return toOwnerCounts(sumOwnerCounts(quarters.map(({ counts }) => counts)));
}
