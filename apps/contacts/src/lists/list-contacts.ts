import { CONTACT_SORTS } from '@outreach/contracts-contacts/enumerations';
import type { ListContactsRequest } from '@outreach/contracts-contacts/gen/contacts.ts';
import { invalidField, knownValue } from '@outreach/errors';
import type { PageRequest } from '@outreach/service-kit';
import { searchTerms } from '@outreach/values';
import { findContacts, type CountedPage, type SortKey } from './find-contacts.ts';
import { anyOf, parseFilters, type Filter, resolveNames, type FilterNamePorts } from '../filters/index.ts';
import type { FindContactsPorts } from './ports.ts';

const SORTS: Readonly<Record<(typeof CONTACT_SORTS)[number], SortKey>> = {
  created_desc: { field: 'created_at', descending: true },
  created_asc: { field: 'created_at', descending: false },
  updated_desc: { field: 'updated_at', descending: true },
  lead_score_desc: { field: 'lead_score', descending: true },
};

/** The parameters of the list; empty and absent ones do not filter. */
export type ListRequest = Omit<ListContactsRequest, 'page'> & { readonly page: PageRequest };

export type ListContactsPorts = FindContactsPorts & FilterNamePorts;

/** @throws AppError invalid_argument on `segment_id`, `sort` and `cursor`. */
export async function listContacts(ports: ListContactsPorts, request: ListRequest): Promise<CountedPage> {
  const { segment_id: segmentId, search = '', include_deleted: includeDeleted, page } = request;
  if (segmentId !== undefined && (await ports.segments.findByIds([segmentId])).length === 0) {
    throw invalidField('segment_id', 'segment_id must be a segment of this workspace.');
  }
  const filters = toFilters(request);
  const condition = parseFilters(filters, 'AND', await resolveNames(ports, filters));
  const tokens = searchTerms(search);
  return findContacts(ports, {
    condition,
    tokens,
    sort: [SORTS[knownValue('sort', CONTACT_SORTS, request.sort || 'created_desc')]],
    includeDeleted,
    page,
    list: 'contacts',
    filter: JSON.stringify([filters, tokens]),
  });
}

function toFilters(request: ListRequest): Filter[] {
  const { icp_tiers, grades, tags, segment_id, created_after, updated_after } = request;
  return [
    ...anyOf('icp_tier', icp_tiers),
    ...anyOf('grade', grades),
    ...tags.map((tag) => ({ field: 'has_tag', op: 'eq', value: tag })),
    ...(segment_id === undefined ? [] : [{ field: 'in_segment', op: 'eq', value: segment_id }]),
    ...after('created_at', created_after),
    ...after('updated_at', updated_after),
  ];
}

function after(field: string, at: Date | undefined): Filter[] {
  return at === undefined ? [] : [{ field, op: 'gt', value: at.toISOString() }];
}
