import type { CONTACT_SORTS } from '@outreach/contracts-contacts/enumerations';
import { invalidField } from '@outreach/errors';
import type { PageRequest } from '@outreach/service-kit';
import { searchTerms } from '@outreach/values';
import { findContacts, type CountedPage, type SortKey } from './find-contacts.ts';
import { anyOf, parseFilters, type Filter, resolveNames, type FilterNamePorts } from '../filters/index.ts';
import type { FindContactsPorts } from './ports.ts';

export type ListSort = (typeof CONTACT_SORTS)[number];

const SORTS: Readonly<Record<ListSort, SortKey>> = {
  created_desc: { field: 'created_at', descending: true },
  created_asc: { field: 'created_at', descending: false },
  updated_desc: { field: 'updated_at', descending: true },
  lead_score_desc: { field: 'lead_score', descending: true },
};

/** The parameters of the list; empty and absent ones do not filter. */
export interface ListRequest {
  readonly page: PageRequest;
  readonly sort: ListSort;
  readonly icpTiers: readonly string[];
  readonly grades: readonly string[];
  /** A match has all of them. */
  readonly tags: readonly string[];
  readonly segmentId: string | undefined;
  readonly search: string | undefined;
  readonly createdAfter: Date | undefined;
  readonly updatedAfter: Date | undefined;
  readonly includeDeleted: boolean;
}

export type ListContactsPorts = FindContactsPorts & FilterNamePorts;

/** @throws AppError invalid_argument on `segment_id` and `cursor`. */
export async function listContacts(ports: ListContactsPorts, request: ListRequest): Promise<CountedPage> {
  const { segmentId, search = '', includeDeleted, page } = request;
  if (segmentId !== undefined && (await ports.segments.findByIds([segmentId])).length === 0) {
    throw invalidField('segment_id', 'segment_id must be a segment of this workspace.');
  }
  const filters = toFilters(request);
  const condition = parseFilters(filters, 'AND', await resolveNames(ports, filters));
  const tokens = searchTerms(search);
  return findContacts(ports, {
    condition,
    tokens,
    sort: [SORTS[request.sort]],
    includeDeleted,
    page,
    list: 'contacts',
    filter: JSON.stringify([filters, tokens]),
  });
}

function toFilters(request: ListRequest): Filter[] {
  const { icpTiers, grades, tags, segmentId, createdAfter, updatedAfter } = request;
  return [
    ...anyOf('icp_tier', icpTiers),
    ...anyOf('grade', grades),
    ...tags.map((tag) => ({ field: 'has_tag', op: 'eq', value: tag })),
    ...(segmentId === undefined ? [] : [{ field: 'in_segment', op: 'eq', value: segmentId }]),
    ...after('created_at', createdAfter),
    ...after('updated_at', updatedAfter),
  ];
}

function after(field: string, at: Date | undefined): Filter[] {
  return at === undefined ? [] : [{ field, op: 'gt', value: at.toISOString() }];
}
