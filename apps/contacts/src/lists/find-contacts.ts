import { z } from 'zod';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { Contact } from '../contact-model/index.ts';
import type { Query, SortColumn } from '../contact-store/index.ts';
import { isCountable, sumCells } from './count-matches.ts';
import { comparisonsOf, FIELDS, indexHintsOf, isAlways, queryOf, type Condition } from '../filters/index.ts';
import type { FindContactsPorts } from './ports.ts';

/** A count that takes longer is estimated by the last known count. */
const COUNT_TIMEOUT_MS = 500;

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** A validated request for a page of contacts. */
export interface ContactSearch {
  readonly condition: Condition;
  /** Word prefixes; a match contains all of them. */
  readonly tokens: readonly string[];
  readonly sort: readonly SortKey[];
  readonly includeDeleted: boolean;
  readonly page: PageRequest;
  /** Name of the list and text of its filter; a cursor is valid for the same list and filter only. */
  readonly list: string;
  readonly filter: string;
}

export interface CountedPage extends PageOf<Contact> {
  readonly totalCount: number;
  readonly isEstimated: boolean;
}

interface Total {
  readonly count: number;
  readonly isEstimated: boolean;
}

const Position = z.object({
  after: z.unknown(),
  total: z.object({ count: z.number(), isEstimated: z.boolean() }),
});

/**
 * A page of the matching contacts with the number of all matches. The first page counts; its cursor has the number. A
 * search that scans many contacts waits for a slot.
 */
export async function findContacts(ports: FindContactsPorts, search: ContactSearch): Promise<CountedPage> {
  const find = async (): Promise<CountedPage> => findPage(ports, search);
  return isScan(search) ? ports.inScanSlot(find) : find();
}

/** True for a search that no index narrows or sorts: it reads most contacts of the workspace. */
function isScan(search: ContactSearch): boolean {
  if (isUnique(search)) return false;
  const isUnsorted = !search.sort.every(({ field }) => INDEXED_SORTS.has(field)) || search.sort.length > 1;
  return isUnsorted || comparisonsOf(search.condition).some(({ test }) => UNANCHORED_TESTS.has(test));
}

/** Fields with an index in the order of the list. */
const INDEXED_SORTS: ReadonlySet<string> = new Set([
  'created_at',
  'updated_at',
  'lead_score',
  'email',
  'last_name',
  'company.name',
  'last_activity_at',
]);

/** Comparisons that read every value, because a match may be anywhere in the text. */
const UNANCHORED_TESTS: ReadonlySet<string> = new Set(['contains', 'ends_with']);

async function findPage(ports: FindContactsPorts, search: ContactSearch): Promise<CountedPage> {
  const { page, sort, list, tokens } = search;
  const binding = {
    list,
    sort: JSON.stringify(sort),
    filter: JSON.stringify([search.filter, search.includeDeleted]),
  };
  const position =
    page.cursor === '' ? undefined : Position.parse(ports.cursors.decode(binding, page.cursor));
  const query = queryOf(search);
  const counting =
    position === undefined ? countContacts(ports, search, query) : Promise.resolve(position.total);
  // The number of matches of a word search decides which index is faster.
  const matchCount = tokens.length === 0 ? undefined : (await counting).count;
  const slicing = ports.contacts.slice({
    ...indexHintsOf(search),
    query,
    columns: isUnique(search) ? [] : sort.map(toColumn),
    pageSize: page.pageSize,
    after: position?.after,
    matchCount,
  });
  const [total, slice] = await Promise.all([counting, slicing]);
  const hasMore = slice.next !== undefined;
  return {
    items: slice.contacts,
    hasMore,
    nextCursor: hasMore ? ports.cursors.encode(binding, { after: slice.next, total }) : undefined,
    totalCount: total.count,
    isEstimated: total.isEstimated,
  };
}

async function countContacts(ports: FindContactsPorts, search: ContactSearch, query: Query): Promise<Total> {
  const { condition, tokens, includeDeleted, list, filter } = search;
  if (tokens.length === 0 && !includeDeleted && isCountable(condition)) {
    const count = isAlways(condition)
      ? await ports.counts.total()
      : sumCells(await ports.counts.cells(), condition);
    return { count, isEstimated: false };
  }
  const key = JSON.stringify([list, filter, includeDeleted]);
  const count = await ports.contacts.count(query, indexHintsOf(search), COUNT_TIMEOUT_MS);
  if (count !== undefined) {
    ports.lastCounts.write(key, count);
    return { count, isEstimated: false };
  }
  const estimate = ports.lastCounts.read(key) ?? (await ports.counts.total());
  return { count: estimate, isEstimated: true };
}

/** True when the condition names one address: at most one contact has it, so there is nothing to sort. */
function isUnique({ condition, includeDeleted }: ContactSearch): boolean {
  if (includeDeleted || condition.kind === 'comparison' || condition.isNegated) return false;
  if (condition.logic === 'OR' && condition.conditions.length > 1) return false;
  return condition.conditions.some(
    (inner) =>
      inner.kind === 'comparison' &&
      inner.field.name === 'email' &&
      inner.test === 'one_of' &&
      inner.values.length === 1 &&
      !inner.isNegated,
  );
}

function toColumn({ field, descending }: SortKey): SortColumn {
  const definition = FIELDS.get(field);
  if (definition === undefined) throw new Error(`Contacts cannot be sorted by ${field}.`);
  return { path: definition.path, descending, isNullable: definition.isNullable };
}
