import { clampPageSize, findSortedSlice, type SortedSlice, type Ties } from '@outreach/mongo-kit/paging';
import type { Model } from 'mongoose';
import type { IndexHints, SliceQuery, SortColumn } from './contact-slice.ts';
import { UNREAD_FIELDS, WHOLE_CONTACT, type ContactDocument } from './contact-document.store.ts';
import { ADDRESS_INDEX, SORT_INDEXES } from './contact-schema.store.ts';

/** Up to this many matches of a word search are sorted in memory; beyond it the sort index is walked. */
const SORTED_MATCHES_MAX = 2_000;

/** Path of an equality filter and its index, the most selective first; each index has the default order of the list. */
const NARROW_INDEXES: readonly (readonly [string, string])[] = [
  ['segment_ids', 'by_segment'],
  ['campaign_ids', 'by_campaign'],
  ['tags', 'by_tag'],
  ['icp_tier', 'by_tier'],
  ['lead_score', 'by_score'],
];

interface Walk {
  readonly index: string;
  readonly columns: readonly SortColumn[];
}

/** Reads a slice along an index with the order of the list, or else sorts all matches. */
export async function sliceContacts(
  model: Model<ContactDocument>,
  sliceQuery: SliceQuery,
): Promise<SortedSlice<ContactDocument>> {
  const { query, columns, pageSize, after } = sliceQuery;
  const size = clampPageSize(pageSize);
  const shared = { model, filter: query, size, after };
  if (columns.length === 0) {
    const found = model.find(query, WHOLE_CONTACT).hint(ADDRESS_INDEX).limit(1);
    const [item] = await found.lean<ContactDocument[]>();
    return { items: item === undefined ? [] : [item], next: undefined };
  }
  const walk = walkOf(columns);
  if (walk === undefined) return findSortedSlice({ ...shared, ...keysOf(columns), isIndexed: false });
  const hint = hintOf(walk, sliceQuery);
  return findSortedSlice({
    ...shared,
    ...keysOf(walk.columns),
    isIndexed: true,
    ties: tiesOf(walk, sliceQuery),
    ...(hint === undefined ? {} : { hint }),
  });
}

/** The keys of a sort and the fields that neither the sort nor a reader of contacts needs. */
function keysOf(columns: readonly SortColumn[]) {
  const sorted = new Set(columns.map(({ path }) => path.split('.')[0]));
  return { keys: columns, without: UNREAD_FIELDS.filter((field) => !sorted.has(field)) };
}

/** The most selective index, as far as the query alone shows it. */
export function narrowestIndex({ equalityPaths, hasWords }: IndexHints): string | undefined {
  if (hasWords) return 'by_token';
  return NARROW_INDEXES.find(([path]) => equalityPaths.includes(path))?.[1];
}

/** The index whose first keys are the keys of the sort, all in one direction; its further keys only break ties. */
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

/** The index of addresses ends with the time of the deletion instead of `_id`. */
function tiesOf({ index }: Walk, { includesDeleted }: IndexHints): Ties {
  if (index !== ADDRESS_INDEX) return 'indexed';
  return includesDeleted ? 'unindexed' : 'absent';
}

/**
 * The index hint: without a filter the index of the sort; for a word search by the number of matches; in the default
 * order the index of an equality filter. In all other cases MongoDB's planner chooses.
 */
function hintOf(walk: Walk, sliceQuery: SliceQuery): string | undefined {
  const { query, hasWords, matchCount = 0 } = sliceQuery;
  if (!('$and' in query)) return walk.index;
  if (hasWords) return matchCount > SORTED_MATCHES_MAX ? walk.index : 'by_token';
  return walk.index === 'by_creation' ? narrowestIndex(sliceQuery) : undefined;
}
