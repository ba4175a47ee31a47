import { clampPageSize, findSortedSlice, type SortedSlice } from '@outreach/mongo-kit';
import type { Model } from 'mongoose';
import type { SliceQuery, SortColumn, Way } from './contact-slice.ts';
import { UNREAD_MEMBERS, WHOLE_CONTACT, type ContactDocument } from './contact-document.store.ts';
import { SORT_INDEXES } from './contact-schema.store.ts';

/** So many matches of a search are sorted in a moment; when there are more, the list's own order meets them soon. */
const SORTED_MATCHES_MAX = 2_000;

/** Path of an anchor and its index, the one that narrows most first; each gives the default order of the list. */
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

/** A slice along an index where one has the order of the list, else the best of all matches. */
export async function sliceContacts(
  model: Model<ContactDocument>,
  sliceQuery: SliceQuery,
): Promise<SortedSlice<ContactDocument>> {
  const { query, columns, pageSize, after } = sliceQuery;
  const size = clampPageSize(pageSize);
  const shared = { model, filter: query, size, after };
  if (columns.length === 0) {
    const [item] = await model.find(query, WHOLE_CONTACT).limit(1).lean<ContactDocument[]>();
    return { items: item === undefined ? [] : [item], next: undefined };
  }
  const walk = walkOf(columns);
  if (walk === undefined) return findSortedSlice({ ...shared, ...keysOf(columns), isIndexed: false });
  const hint = hintOf(walk, sliceQuery);
  return findSortedSlice({
    ...shared,
    ...keysOf(walk.columns),
    isIndexed: true,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** The keys of a sort, without the members that neither they nor a reader of a contact needs. */
function keysOf(columns: readonly SortColumn[]) {
  const sorted = new Set(columns.map(({ path }) => path.split('.')[0]));
  return { keys: columns, without: UNREAD_MEMBERS.filter((member) => !sorted.has(member)) };
}

/** The index that narrows most, where that is known without asking the data. */
export function narrowestIndex({ anchors, hasWords }: Way): string | undefined {
  if (hasWords) return 'by_token';
  return NARROW_INDEXES.find(([path]) => anchors.includes(path))?.[1];
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

/**
 * Without a filter only the sort's own index is right; of words, their number tells; an anchor's index gives the
 * default order. What remains is left to the planner, which tries each index and often draws the wrong one.
 */
function hintOf(walk: Walk, sliceQuery: SliceQuery): string | undefined {
  const { query, hasWords, matchCount = 0 } = sliceQuery;
  if (!('$and' in query)) return walk.index;
  if (hasWords) return matchCount > SORTED_MATCHES_MAX ? walk.index : 'by_token';
  return walk.index === 'by_creation' ? narrowestIndex(sliceQuery) : undefined;
}
