import type { Model, PipelineStage, QueryFilter } from 'mongoose';
import { z } from 'zod';

/** One key of a sort. Documents without a value come last in both directions. */
export interface SliceKey {
  readonly path: string;
  readonly descending: boolean;
  /** False where every document has a value. */
  readonly isNullable: boolean;
}

export interface SortedSliceQuery<Doc> {
  readonly model: Model<Doc>;
  readonly filter: Readonly<Record<string, unknown>>;
  /** `_id` breaks ties, in the direction of the last key. */
  readonly keys: readonly SliceKey[];
  /** True when an index has the keys in this order, all in one direction, with no nullable one behind the first. */
  readonly isIndexed: boolean;
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
  const { keys, after, size } = query;
  const tie: SliceKey = { path: '_id', descending: keys.at(-1)?.descending ?? false, isNullable: false };
  const chain = [...keys, tie];
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

async function walkIndex<Doc extends object>(
  { model, filter, size, without = [], hint }: SortedSliceQuery<Doc>,
  chain: readonly SliceKey[],
  place: readonly Value[] | undefined,
): Promise<Doc[]> {
  const found: Doc[] = [];
  for (const { condition, sortedFrom } of place === undefined
    ? rangesOfAll(chain)
    : rangesAfter(chain, place)) {
    const cursor = model
      .find({ $and: [filter, condition] } as QueryFilter<Doc>)
      .select(Object.fromEntries(without.map((path) => [path, 0])))
      .sort(sortOf(chain.slice(sortedFrom)))
      .limit(size + 1 - found.length);
    found.push(...((await (hint === undefined ? cursor : cursor.hint(hint)).lean()) as Doc[]));
    if (found.length > size) break;
  }
  return found;
}

/** A range of the list in the order of an index. */
interface Range {
  readonly condition: Condition;
  /** All keys before this one have a single value in the range, so the sort leaves them out. */
  readonly sortedFrom: number;
}

function sortOf(keys: readonly SliceKey[]): Record<string, 1 | -1> {
  return Object.fromEntries(keys.map(({ path, descending }) => [path, descending ? -1 : 1] as const));
}

function rangesOfAll([first]: readonly SliceKey[]): Range[] {
  if (first?.isNullable !== true) return [{ condition: {}, sortedFrom: 0 }];
  return [
    { condition: { [first.path]: { $ne: null } }, sortedFrom: 0 },
    { condition: { [first.path]: null }, sortedFrom: 1 },
  ];
}

/** Ranges in order: equal values with a later id, then equal first values with a later next value, and so on. */
function rangesAfter(chain: readonly SliceKey[], place: readonly Value[]): Range[] {
  const ranges = chain.flatMap((key, index) => {
    const value = place[index] ?? null;
    if (value === null) return [];
    const condition = { ...equals(chain.slice(0, index), place), ...beyond(key, value) };
    return [{ condition, sortedFrom: index }];
  });
  const [first] = chain;
  const absent = first?.isNullable === true && place[0] !== null ? rangesOfAll(chain).slice(1) : [];
  return [...ranges.reverse(), ...absent];
}

function equals(keys: readonly SliceKey[], place: readonly Value[]): Condition {
  return Object.fromEntries(keys.map(({ path }, index) => [path, place[index] ?? null]));
}

function beyond({ path, descending }: SliceKey, value: Value): Condition {
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
