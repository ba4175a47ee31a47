import type { Model, QueryFilter } from 'mongoose';
import { z } from 'zod';
import { currentCall, type PageOf, type PageRequest } from '@outreach/service-kit';
import { approximateSize } from '../batching/approximate-size.ts';
import type { CursorBinding, Cursors } from './cursors.ts';

const PAGE_SIZE_DEFAULT = 50;
const PAGE_SIZE_MAX = 500;
/** Rows of a page with a limit in bytes that are read together. */
const BATCH_ROWS = 50;
/** The index of `tokens`, of every list with words. */
const WORD_INDEX = 'by_token';
/** A word with at most so many matches is searched first; with more of them the list is read in its order. */
const RARE_MATCHES_MAX = 5_000;

export interface PageQuery<Doc, Item> {
  readonly model: Model<Doc>;
  /** Name of the list; its cursors are valid for this list only. */
  readonly list: string;
  /** Filter of the rows; all rows of the workspace by default. */
  readonly filter?: QueryFilter<Doc>;
  /** Words of a search: for each of them, a row has an element of `tokens` that starts with it. */
  readonly words?: readonly string[];
  /** Canonical text of the caller's filter; a cursor is valid for the same filter only. */
  readonly asked?: string;
  /** A timestamp or number field, `created_at` by default. Ties are broken by `_id` in the same direction. */
  readonly sortField?: string;
  /** True when the field is a number. */
  readonly isNumber?: boolean;
  /** False by default: newest first. */
  readonly isAscending?: boolean;
  /** The fields to read, as a MongoDB projection; all fields by default. */
  readonly projection?: Readonly<Record<string, 0 | 1>>;
  /** Approximate size of a page in bytes; it ends early then. A page has at least one row. */
  readonly bytesMax?: number;
  readonly page: PageRequest;
  readonly toItem: (document: Doc) => Item;
}

const Place = z.tuple([z.number(), z.string()]);

/** Reads a keyset page on (sortField, _id) of the current workspace. A page costs the same at any depth. */
export async function findPage<Doc extends object, Item>(
  cursors: Cursors,
  query: PageQuery<Doc, Item>,
): Promise<PageOf<Item>> {
  const { model, filter = {}, words = [], projection = {}, page, toItem } = query;
  const order = orderOf(query);
  const binding = bindingOf(query, order);
  const size = clampPageSize(page.pageSize);
  const { rarestFirst, hint } = await orderWords(model, words);
  const conditions: QueryFilter<Doc>[] = [filter, ...rarestFirst.map(withToken<Doc>)];
  if (page.cursor !== '') conditions.push(after(order, Place.parse(cursors.decode(binding, page.cursor))));
  const rows = model
    .find({ $and: conditions } as QueryFilter<Doc>, projection, hint)
    .sort({ [order.sortField]: order.direction, _id: order.direction })
    .limit(size + 1)
    .lean();
  const found = query.bytesMax === undefined ? await rows : rows.cursor({ batchSize: BATCH_ROWS });
  const shown = await readPage(found as Doc[] | AsyncIterable<Doc>, { size, ...query });
  const last = shown.items.at(-1);
  const hasMore = shown.hasMore && last !== undefined;
  const nextCursor = hasMore ? cursors.encode(binding, placeOf(last, order.sortField)) : undefined;
  return { items: shown.items.map(toItem), nextCursor, hasMore };
}

interface OrderedWords {
  readonly rarestFirst: readonly string[];
  readonly hint: { readonly hint?: string };
}

/** MongoDB uses the index of words for the first word only, so the word with the fewest matches comes first. */
async function orderWords<Doc>(model: Model<Doc>, words: readonly string[]): Promise<OrderedWords> {
  if (words.length < 2) return { rarestFirst: words, hint: {} };
  const counted = await Promise.all(
    words.map(async (word) => ({
      word,
      count: await model.countDocuments(withToken<Doc>(word), {
        hint: WORD_INDEX,
        limit: RARE_MATCHES_MAX + 1,
      }),
    })),
  );
  const ordered = counted.toSorted((one, other) => one.count - other.count);
  const isRare = (ordered[0]?.count ?? 0) <= RARE_MATCHES_MAX;
  return { rarestFirst: ordered.map(({ word }) => word), hint: isRare ? { hint: WORD_INDEX } : {} };
}

/** The first rows, up to the size of the page and its bytes. */
async function readPage<Doc extends object>(
  rows: Iterable<Doc> | AsyncIterable<Doc>,
  { size, bytesMax = Infinity }: { readonly size: number; readonly bytesMax?: number },
): Promise<{ readonly items: readonly Doc[]; readonly hasMore: boolean }> {
  const items: Doc[] = [];
  let bytes = 0;
  for await (const row of rows) {
    if (Number.isFinite(bytesMax)) bytes += approximateSize(row);
    if (items.length === size || (items.length > 0 && bytes > bytesMax)) return { items, hasMore: true };
    items.push(row);
  }
  return { items, hasMore: false };
}

interface Order {
  readonly sortField: string;
  readonly isNumber: boolean;
  readonly direction: 1 | -1;
}

function orderOf<Doc, Item>(query: PageQuery<Doc, Item>): Order {
  const { sortField = 'created_at', isNumber = false, isAscending = false } = query;
  return { sortField, isNumber, direction: isAscending ? 1 : -1 };
}

function bindingOf<Doc, Item>(
  { list, asked = '', words = [] }: PageQuery<Doc, Item>,
  order: Order,
): CursorBinding {
  const sort = `${order.sortField} ${order.direction}`;
  return {
    workspaceId: currentCall()?.workspaceId ?? '',
    list,
    sort,
    filter: JSON.stringify([asked, words]),
  };
}

function withToken<Doc>(word: string): QueryFilter<Doc> {
  return { tokens: { $regex: `^${word}` } };
}

/** 0 means the default size. Larger sizes than the maximum are clamped; the gateway refuses them before. */
export function clampPageSize(pageSize: number): number {
  return pageSize <= 0 ? PAGE_SIZE_DEFAULT : Math.min(pageSize, PAGE_SIZE_MAX);
}

function after<Doc>(
  { sortField, direction, isNumber }: Order,
  [value, id]: [number, string],
): QueryFilter<Doc> {
  const [operator, bound] = direction === -1 ? ['$lt', '$lte'] : ['$gt', '$gte'];
  const at = isNumber ? value : new Date(value);
  // The outer bound lets the index seek to the position; the inner one skips rows with the same value that were returned.
  return {
    [sortField]: { [bound]: at },
    $or: [{ [sortField]: { [operator]: at } }, { _id: { [operator]: id } }],
  };
}

function placeOf(document: object, sortField: string): [number, string] {
  const at: unknown = Reflect.get(document, sortField);
  return [at instanceof Date ? at.getTime() : Number(at ?? 0), String(Reflect.get(document, '_id'))];
}
