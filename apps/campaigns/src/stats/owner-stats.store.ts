import { bytesOf, defineModel, tenantSchema, type StoredBytes } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import {
  OWNER_COUNTERS,
  QUARTER_MS,
  sumOwnerCounts,
  type OwnerCounter,
  type OwnerCounts,
} from './counters.ts';
import { packQuarters, unpackQuarters } from './packed-quarters.ts';
import type { OwnedChange, OwnerDay, OwnerKind, Owners, Period, StoredOwnerStats } from './ports.ts';
import { dayOf, monthOf } from './split-period.ts';

interface OwnerDocument {
  /** Owner and day, or owner and month. */
  readonly _id: string;
  readonly workspace_id: string;
  readonly kind: OwnerKind;
  readonly owner_id: string;
  readonly unit: 'day' | 'month';
  /** Start of the UTC day or month. */
  readonly start: Date;
  readonly counts: Partial<OwnerCounts>;
  /** Of days: the counts of each counter by quarter of an hour, packed. */
  readonly quarters?: Partial<Record<OwnerCounter, StoredBytes>>;
}

const schema = tenantSchema<OwnerDocument>(
  {
    _id: String,
    kind: { type: String, required: true },
    owner_id: { type: String, required: true },
    unit: { type: String, required: true },
    start: { type: Date, required: true },
    counts: Object,
    quarters: Object,
  },
  [
    [{ workspace_id: 1, kind: 1, unit: 1, start: 1 }, { name: 'of_kind' }],
    [{ workspace_id: 1, owner_id: 1, unit: 1, start: 1 }, { name: 'of_owner' }],
  ],
);

/** Counters of workspaces, campaigns and accounts, by UTC day and month. */
export function createOwnerStats(connection: Connection): StoredOwnerStats {
  const model: Model<OwnerDocument> = defineModel(connection, 'owner_stats', schema);
  return {
    add: async (changes) => addTo(model, changes),
    whole: async (owners, { months, days }) => {
      const ranges = [
        ...(months === undefined ? [] : [{ unit: 'month' as const, ...startIn(months) }]),
        ...days.map((range) => ({ unit: 'day' as const, ...startIn(range) })),
      ];
      if (ranges.length === 0) return [];
      const found = await model
        .find({ ...ofOwners(owners), $or: ranges }, { owner_id: 1, counts: 1 })
        .lean<Pick<OwnerDocument, 'owner_id' | 'counts'>[]>();
      return found.map(({ owner_id: ownerId, counts }) => ({ ownerId, counts }));
    },
    days: (owners, period) => readDays(model, owners, period),
  };
}

function ofOwners({ kind, ids }: Owners): object {
  return ids === undefined ? { kind } : { owner_id: { $in: [...ids] } };
}

function startIn({ from, to }: Period): object {
  const start = { ...(from && { $gte: from }), ...(to && { $lt: to }) };
  return Object.keys(start).length === 0 ? {} : { start };
}

async function* readDays(
  model: Model<OwnerDocument>,
  owners: Owners,
  { from, to }: Period,
): AsyncIterable<OwnerDay> {
  const filter = { ...ofOwners(owners), unit: 'day' as const, ...startIn({ from: from && dayOf(from), to }) };
  const found = model.find(filter, { owner_id: 1, start: 1, quarters: 1 }).lean<OwnerDocument[]>().cursor();
  for await (const { owner_id: ownerId, start, quarters = {} } of found as AsyncIterable<OwnerDocument>)
    yield { ownerId, start, packed: (name) => quarters[name] && bytesOf(quarters[name]) };
}

async function addTo(model: Model<OwnerDocument>, changes: readonly OwnedChange[]): Promise<void> {
  const days = Map.groupBy(changes, ({ ownerId, at }) => `${ownerId}:${isoOf(at, 'YYYY-MM-DD')}`);
  const months = Map.groupBy(changes, ({ ownerId, at }) => `${ownerId}:${isoOf(at, 'YYYY-MM')}`);
  if (days.size === 0) return;
  const found = await model
    .find({ _id: { $in: [...days.keys()] } }, { quarters: 1 })
    .lean<Pick<OwnerDocument, '_id' | 'quarters'>[]>();
  const stored = new Map(found.map(({ _id, quarters }) => [_id, quarters]));
  const updates = [
    ...[...days].map(([_id, own]) => ({
      _id,
      update: toUpdate(own, 'day', packedAfter(own, stored.get(_id))),
    })),
    ...[...months].map(([_id, own]) => ({ _id, update: toUpdate(own, 'month', {}) })),
  ];
  await model.bulkWrite(
    updates.map(({ _id, update }) => ({ updateOne: { filter: { _id }, update, upsert: true } })),
    { ordered: false },
  );
}

function isoOf(at: Date, pattern: 'YYYY-MM-DD' | 'YYYY-MM'): string {
  return at.toISOString().slice(0, pattern.length);
}

/** The changes are of one owner and one day or month. */
function toUpdate(
  own: readonly OwnedChange[],
  unit: 'day' | 'month',
  packed: Record<string, Buffer>,
): object {
  const [first] = own;
  if (first === undefined) return {};
  const { kind, ownerId: owner_id, at } = first;
  const sums = Object.entries(sumOwnerCounts(own.map(({ counts }) => counts)));
  return {
    $inc: Object.fromEntries(sums.map(([name, count]) => [`counts.${name}`, count])),
    ...(Object.keys(packed).length > 0 && { $set: packed }),
    $setOnInsert: { kind, owner_id, unit, start: unit === 'day' ? dayOf(at) : monthOf(at) },
  };
}

/** The packed counts of the changed counters after the changes, by the names of their fields. */
function packedAfter(
  own: readonly OwnedChange[],
  stored: OwnerDocument['quarters'] = {},
): Record<string, Buffer> {
  const changed = OWNER_COUNTERS.filter((name) => own.some(({ counts }) => counts[name] !== undefined));
  return Object.fromEntries(
    changed.map((name) => {
      const counts = unpackQuarters(bytesOf(stored[name] ?? new Uint8Array()));
      for (const {
        at,
        counts: { [name]: count = 0 },
      } of own) {
        const quarter = (at.getTime() - dayOf(at).getTime()) / QUARTER_MS;
        counts.set(quarter, (counts.get(quarter) ?? 0) + count);
      }
      return [`quarters.${name}`, packQuarters(counts)];
    }),
  );
}
