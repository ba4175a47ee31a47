import type { Model, PipelineStage, QueryFilter } from 'mongoose';
import { z } from 'zod';

/** One key of a sort. Documents without a value come last in both directions. */
export interface SliceKey {
  readonly path: string;
  readonly descending: boolean;
  /** False where every document has a value. */
  readonly isNullable: boolean;
}

/**
 * Ties are documents with equal keys. They are `indexed` when `_id` is the next key of the index, and `absent` when no
 * two documents of the filter have equal keys. `unindexed` ties are sorted by MongoDB in memory, so only few documents
 * may have the same value of the first key.
 */
export type Ties = 'indexed' | 'absent' | 'unindexed';

export interface SortedSliceQuery<Doc> {
  readonly model: Model<Doc>;
  readonly filter: Readonly<Record<string, unknown>>;
  /** `_id` breaks ties, in the direction of the last key. */
  readonly keys: readonly SliceKey[];
  /** True when an index has the keys in this order, all in one direction, with no nullable one behind the first. */
  readonly isIndexed: boolean;
  /** `indexed` by default. */
  readonly ties?: Ties;
  readonly size: number;
  /** `next` of the previous slice; undefined for the first one. */
  readonly after: unknown;
  /** Fields that are not read. */
  readonly without?: readonly string[];
  /** The index hint, where the choice of the query planner would vary. */
  readonly hint?: string;
}

export interface SortedSlice<Doc> {
  readonly items: readonly Doc[];
  /** The position after the last item, as plain data; undefined at the end. */
  readonly next: unknown;
}

type Value = string | number | boolean | Date | null;
type Condition = Readonly<Record<string, unknown>>;

const PlainValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.object({ at: z.number() }).transform(({ at }) => new Date(at)),
]);
const Place = z.array(PlainValue);

/**
 * Reads a slice of a sorted list. With an index it costs the same at any depth: the rows after a position are read as a
 * sequence of index ranges. Without an index MongoDB sorts all matches and keeps the first `size`.
 */
export async function findSortedSlice<Doc extends object>(
  query: SortedSliceQuery<Doc>,
): Promise<SortedSlice<Doc>> {
  const { keys, after, size, ties = 'indexed' } = query;
  const chain = chainOf(keys, ties);
  const place = after === undefined ? undefined : Place.parse(after);
  const read = query.isIndexed ? walkIndex : sortMatches;
  const found = await read(query, chain, place);
  const items = found.slice(0, size);
  const last = items.at(-1);
  const next =
    found.length > size && last !== undefined
      ? chain.map(({ path }) => toPlain(valueAt(last, path)))
      : undefined;
  return { items, next };
}

/** The keys that decide the order: up to `_id`, which no two documents share, else with `_id` as the last one. */
function chainOf(keys: readonly SliceKey[], ties: Ties): readonly SliceKey[] {
  const unique = keys.findIndex(({ path }) => path === '_id');
  if (unique >= 0) return keys.slice(0, unique + 1);
  const tie: SliceKey = { path: '_id', descending: keys.at(-1)?.descending ?? false, isNullable: false };
  return ties === 'absent' ? keys : [...keys, tie];
}

async function walkIndex<Doc extends object>(
  query: SortedSliceQuery<Doc>,
  chain: readonly SliceKey[],
  place: readonly Value[] | undefined,
): Promise<Doc[]> {
  const found: Doc[] = [];
  const ranges = place === undefined ? rangesOfAll(chain) : rangesAfter(chain, place);
  for (let range = ranges.shift(); range !== undefined; range = ranges.shift()) {
    const limit = query.size + 1 - found.length;
    const isSplit = query.ties === 'unindexed' && range.keys.length > 1;
    const [first, ...rest] = isSplit ? await splitRange(query, range, limit) : [range];
    found.push(...(await readRange(query, first, limit)));
    if (found.length > query.size) break;
    ranges.unshift(...rest);
  }
  return found;
}

/** Reads the first documents of a range. */
async function readRange<Doc extends object>(
  query: SortedSliceQuery<Doc>,
  { condition, keys }: Range,
  limit: number,
): Promise<Doc[]> {
  const select = Object.fromEntries((query.without ?? []).map((path) => [path, 0] as const));
  return findIn(query, condition).select(select).sort(sortOf(keys)).limit(limit).lean<Doc[]>();
}

function findIn<Doc extends object>({ model, filter, hint }: SortedSliceQuery<Doc>, condition: Condition) {
  const found = model.find({ $and: [filter, condition] } as QueryFilter<Doc>);
  return hint === undefined ? found : found.hint(hint);
}

/**
 * Splits a range of an index without `_id` into two ranges: the first `limit` documents with all ties of the last one,
 * and the rest. The first range is small, so MongoDB can sort it in memory.
 */
async function splitRange<Doc extends object>(
  query: SortedSliceQuery<Doc>,
  range: Range,
  limit: number,
): Promise<readonly [Range, ...Range[]]> {
  const [first] = range.keys;
  const indexed = range.keys.slice(0, -1);
  const [last] = await findIn(query, range.condition)
    .select({ ...Object.fromEntries(indexed.map(({ path }) => [path, 1] as const)), _id: 0 })
    .sort(sortOf(indexed))
    .skip(limit - 1)
    .limit(1)
    .lean<object[]>();
  if (first === undefined || last === undefined) return [range];
  const value = valueAt(last, first.path);
  const within = (condition: Condition): Range => ({
    ...range,
    condition: { $and: [range.condition, condition] },
  });
  return [within(upTo(first, value)), within(beyond(first, value))];
}

/** A range of the list in the order of an index. */
interface Range {
  readonly condition: Condition;
  /** The keys of the sort. The keys before them have a single value in the range. */
  readonly keys: readonly SliceKey[];
}

function sortOf(keys: readonly SliceKey[]): Record<string, 1 | -1> {
  return Object.fromEntries(keys.map(({ path, descending }) => [path, descending ? -1 : 1] as const));
}

function rangesOfAll(chain: readonly SliceKey[]): Range[] {
  const [first, ...others] = chain;
  if (first?.isNullable !== true) return [{ condition: {}, keys: chain }];
  return [
    { condition: { [first.path]: { $ne: null } }, keys: chain },
    { condition: { [first.path]: null }, keys: others },
  ];
}

/** Ranges in order: equal values with a later id, then equal first values with a later next value, and so on. */
function rangesAfter(chain: readonly SliceKey[], place: readonly Value[]): Range[] {
  const ranges = chain.flatMap((key, index) => {
    const value = place[index] ?? null;
    if (value === null) return [];
    const condition = { ...equals(chain.slice(0, index), place), ...beyond(key, value) };
    return [{ condition, keys: chain.slice(index) }];
  });
  const [first] = chain;
  const absent = first?.isNullable === true && place[0] !== null ? rangesOfAll(chain).slice(1) : [];
  return [...ranges.reverse(), ...absent];
}

function equals(keys: readonly SliceKey[], place: readonly Value[]): Condition {
  return Object.fromEntries(keys.map(({ path }, index) => [path, place[index] ?? null]));
}

function upTo({ path, descending }: SliceKey, value: unknown): Condition {
  return { [path]: { [descending ? '$gte' : '$lte']: value } };
}

function beyond({ path, descending }: SliceKey, value: unknown): Condition {
  return { [path]: { [descending ? '$lt' : '$gt']: value } };
}

async function sortMatches<Doc extends object>(
  { model, filter, size, without = [] }: SortedSliceQuery<Doc>,
  chain: readonly SliceKey[],
  place: readonly Value[] | undefined,
): Promise<Doc[]> {
  const nullable = chain.filter((key) => key.isNullable);
  const flag = (key: SliceKey): string => `absent_${chain.indexOf(key)}`;
  const sort = chain.flatMap((key): [string, 1 | -1][] => [
    ...(key.isNullable ? [[flag(key), 1] satisfies [string, 1]] : []),
    [key.path, key.descending ? -1 : 1],
  ]);
  const flags = nullable.map((key): [string, object] => [
    flag(key),
    { $cond: [{ $gt: [`$${key.path}`, null] }, 0, 1] },
  ]);
  const hidden = [...nullable.map(flag), ...without];
  const stages: PipelineStage[] = [
    { $match: { $and: [filter, place === undefined ? {} : afterInSort(chain, place)] } },
    ...(flags.length === 0 ? [] : [{ $set: Object.fromEntries(flags) }]),
    { $sort: Object.fromEntries(sort) },
    { $limit: size + 1 },
    ...(hidden.length === 0 ? [] : [{ $unset: hidden }]),
  ];
  return model.aggregate<Doc>(stages);
}

function afterInSort(chain: readonly SliceKey[], place: readonly Value[]): Condition {
  const ways = chain.flatMap((key, index) => {
    const value = place[index] ?? null;
    if (value === null) return [];
    const later = key.isNullable ? [beyond(key, value), { [key.path]: null }] : [beyond(key, value)];
    return [{ $and: [equals(chain.slice(0, index), place), { $or: later }] }];
  });
  return { $or: ways };
}

function valueAt(document: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name): unknown =>
        typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
      document,
    );
}

function toPlain(value: unknown): unknown {
  return value instanceof Date ? { at: value.getTime() } : (value ?? null);
}
