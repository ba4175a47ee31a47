import { z } from 'zod';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import { isCounted, sumCells } from '../contact-records/count-changes.ts';
import type { Contact } from '../contact-records/contact.ts';
import { isAlways, type Condition } from './filters/condition.ts';
import { FIELDS } from './filters/field-table.ts';
import { anchorsOf, and, toQuery, tokensQuery, type Query } from './filters/to-query.ts';
import type { SortColumn, Way } from '../contact-records/contact-slice.ts';
import type { Deps } from '../domain/ports.ts';

/** A count that takes longer is answered from what is known (decisions §5). */
const COUNT_TIMEOUT_MS = 500;

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** What a list asks for, checked and resolved. */
export interface Finding {
  readonly condition: Condition;
  /** Beginnings of words, all of them in a contact. */
  readonly tokens: readonly string[];
  readonly sort: readonly SortKey[];
  readonly includeDeleted: boolean;
  readonly page: PageRequest;
  /** Which list it is, and its filter as the client wrote it: a cursor fits no other. */
  readonly list: string;
  readonly filter: string;
}

export interface CountedPage extends PageOf<Contact> {
  readonly totalCount: number;
  readonly isEstimated: boolean;
}

type FindDeps = Pick<Deps, 'contacts' | 'counts' | 'lastCounts' | 'places'>;

interface Total {
  readonly count: number;
  readonly isEstimated: boolean;
}

const Place = z.object({
  after: z.unknown(),
  total: z.object({ count: z.number(), isEstimated: z.boolean() }),
});

/** A page of the contacts that meet a condition, with their number, which is taken on the first page alone. */
export async function findContacts(deps: FindDeps, finding: Finding): Promise<CountedPage> {
  const { page, sort, list, tokens } = finding;
  const binding = {
    list,
    sort: JSON.stringify(sort),
    filter: JSON.stringify([finding.filter, finding.includeDeleted]),
  };
  const place = page.cursor === '' ? undefined : Place.parse(deps.places.open(binding, page.cursor));
  const query = queryOf(finding);
  const way = wayOf(finding);
  const counting = place === undefined ? countContacts(deps, finding, query) : Promise.resolve(place.total);
  // Where words are searched, their number tells which way of finding them is the fast one.
  const matchCount = tokens.length === 0 ? undefined : (await counting).count;
  const slicing = deps.contacts.slice({
    ...way,
    query,
    columns: isUnique(finding) ? [] : sort.map(toColumn),
    pageSize: page.pageSize,
    after: place?.after,
    matchCount,
  });
  const [total, slice] = await Promise.all([counting, slicing]);
  const hasMore = slice.next !== undefined;
  return {
    items: slice.contacts,
    hasMore,
    nextCursor: hasMore ? deps.places.seal(binding, { after: slice.next, total }) : undefined,
    totalCount: total.count,
    isEstimated: total.isEstimated,
  };
}

type Searched = Pick<Finding, 'condition' | 'tokens' | 'includeDeleted'>;

/** The query of a finding; the flag is always named, because every index begins with it. */
export function queryOf({ condition, tokens, includeDeleted }: Searched): Query {
  const present: Query = { is_deleted: includeDeleted ? { $in: [false, true] } : false };
  const narrowing = and([toQuery(condition), tokensQuery(tokens)]);
  return Object.keys(narrowing).length === 0 ? present : { $and: [present, narrowing] };
}

export function wayOf({ condition, tokens, includeDeleted }: Searched): Way {
  // With deleted contacts there would be twice as many ranges to merge as an index may be asked for.
  return { anchors: includeDeleted ? [] : anchorsOf(condition), hasWords: tokens.length > 0 };
}

async function countContacts(deps: FindDeps, finding: Finding, query: Query): Promise<Total> {
  const { condition, tokens, includeDeleted, list, filter } = finding;
  if (tokens.length === 0 && !includeDeleted && isCounted(condition)) {
    const count = isAlways(condition)
      ? await deps.counts.total()
      : sumCells(await deps.counts.cells(), condition);
    return { count, isEstimated: false };
  }
  const key = JSON.stringify([list, filter, includeDeleted]);
  const count = await deps.contacts.count(query, wayOf(finding), COUNT_TIMEOUT_MS);
  if (count !== undefined) {
    deps.lastCounts.write(key, count);
    return { count, isEstimated: false };
  }
  const known = deps.lastCounts.read(key) ?? (await deps.counts.total());
  return { count: known, isEstimated: true };
}

/** An address belongs to one contact at most, so there is nothing to sort. */
function isUnique({ condition, includeDeleted }: Finding): boolean {
  if (includeDeleted || condition.kind === 'comparison' || condition.isNegated) return false;
  if (condition.logic === 'OR' && condition.members.length > 1) return false;
  return condition.members.some(
    (member) =>
      member.kind === 'comparison' &&
      member.field.name === 'email' &&
      member.test === 'one_of' &&
      member.values.length === 1 &&
      !member.isNegated,
  );
}

function toColumn({ field, descending }: SortKey): SortColumn {
  const row = FIELDS.get(field);
  if (row === undefined) throw new Error(`There is no sort by ${field}.`);
  return { path: row.path, descending, isNullable: row.isNullable };
}
