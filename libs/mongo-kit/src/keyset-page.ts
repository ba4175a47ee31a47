import type { Model, QueryFilter } from 'mongoose';
import { z } from 'zod';
import type { CursorBinding, Cursors } from './cursors.ts';

const PAGE_SIZE_DEFAULT = 50;
const PAGE_SIZE_MAX = 500;

/** A page as lists answer it, before it goes on the wire. */
export interface Page<Doc> {
  readonly items: readonly Doc[];
  readonly meta: { readonly next_cursor: string | undefined; readonly has_more: boolean };
}

export interface PageQuery<Doc> {
  readonly model: Model<Doc>;
  readonly filter: QueryFilter<Doc>;
  /** A timestamp member, or a number; ties are broken by `_id` in the same direction. */
  readonly sortField: string;
  /** True where the member is a number. */
  readonly isNumber?: boolean;
  readonly descending: boolean;
  readonly binding: CursorBinding;
  readonly pageSize: number;
  /** Empty for the first page. */
  readonly cursor: string;
}

const Place = z.tuple([z.number(), z.string()]);

/** One keyset page on (sortField, _id); a page costs the same at any depth. */
export async function findPage<Doc extends object>(
  cursors: Cursors,
  query: PageQuery<Doc>,
): Promise<Page<Doc>> {
  const { model, binding, sortField, descending } = query;
  const size = clampPageSize(query.pageSize);
  const direction = descending ? -1 : 1;
  const conditions: QueryFilter<Doc>[] = [query.filter];
  if (query.cursor !== '') conditions.push(after(query, Place.parse(cursors.decode(binding, query.cursor))));
  const found = (await model
    .find({ $and: conditions } as QueryFilter<Doc>)
    .sort({ [sortField]: direction, _id: direction })
    .limit(size + 1)
    .lean()) as Doc[];
  const items = found.slice(0, size);
  const last = items.at(-1);
  const hasMore = found.length > size && last !== undefined;
  const next = hasMore ? cursors.encode(binding, placeOf(last, sortField)) : undefined;
  return { items, meta: { next_cursor: next, has_more: hasMore } };
}

/** 0 stands for the default; more than the maximum gets the maximum, as the border has checked it before. */
export function clampPageSize(pageSize: number): number {
  return pageSize <= 0 ? PAGE_SIZE_DEFAULT : Math.min(pageSize, PAGE_SIZE_MAX);
}

function after<Doc>(
  { sortField, descending, isNumber = false }: PageQuery<Doc>,
  [ms, id]: [number, string],
): QueryFilter<Doc> {
  const operator = descending ? '$lt' : '$gt';
  const at = isNumber ? ms : new Date(ms);
  const bound = descending ? '$lte' : '$gte';
  // The outer bound lets the index seek to the place; the inner one drops the rows of the same moment already shown.
  return {
    [sortField]: { [bound]: at },
    $or: [{ [sortField]: { [operator]: at } }, { _id: { [operator]: id } }],
  };
}

function placeOf(document: object, sortField: string): [number, string] {
  const at: unknown = Reflect.get(document, sortField);
  return [at instanceof Date ? at.getTime() : Number(at ?? 0), String(Reflect.get(document, '_id'))];
}
