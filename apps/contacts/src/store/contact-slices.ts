import { clampPageSize, findSortedSlice, type SortedSlice } from '@outreach/mongo-kit';
import type { Model } from 'mongoose';
import type { SliceQuery, SortColumn } from '../domain/ports.ts';
import { UNREAD_MEMBERS, type ContactDocument } from './contact-document.ts';
import { SORT_INDEXES } from './contact-schema.ts';

/** So many matches of a search are sorted in a moment; when there are more, the list's own order meets them soon. */
const SORTED_MATCHES_MAX = 2_000;

interface Walk {
  readonly index: string;
  readonly columns: readonly SortColumn[];
}

/** A slice along an index where one has the order of the list, else the best of all matches. */
export async function sliceContacts(
  model: Model<ContactDocument>,
  { query, columns, pageSize, after, matchCount }: SliceQuery,
): Promise<SortedSlice<ContactDocument>> {
  const size = clampPageSize(pageSize);
  const shared = { model, filter: query, size, after, without: UNREAD_MEMBERS };
  if (columns.length === 0) {
    const [item] = await model.find(query).limit(1).lean<ContactDocument[]>();
    return { items: item === undefined ? [] : [item], next: undefined };
  }
  const walk = walkOf(columns);
  if (walk === undefined) return findSortedSlice({ ...shared, keys: columns, isIndexed: false });
  const hint = hintOf(walk, query, matchCount);
  return findSortedSlice({
    ...shared,
    keys: walk.columns,
    isIndexed: true,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** The index whose keys begin with the sort's, all in one direction; its further keys only break ties. */
function walkOf(columns: readonly SortColumn[]): Walk | undefined {
  const [first] = columns;
  const found = Object.entries(SORT_INDEXES).find(([, paths]) =>
    columns.every(({ path, descending }, index) => paths[index] === path && descending === first?.descending),
  );
  if (first === undefined || found === undefined) return undefined;
  const [index, paths] = found;
  const { descending } = first;
  return {
    index,
    columns: paths.map((path, position) => ({
      path,
      descending,
      isNullable: position === 0 && first.isNullable,
    })),
  };
}

/** Without a filter only the sort's own index is right; of words, their number tells. */
function hintOf(walk: Walk, query: SliceQuery['query'], matchCount: number | undefined): string | undefined {
  if (!('$and' in query)) return walk.index;
  if (matchCount === undefined) return undefined;
  return matchCount > SORTED_MATCHES_MAX ? walk.index : 'by_token';
}
