import { fromPage, toMeta } from '@outreach/app-kit';
import type { PageMeta } from '@outreach/contracts-common';
import {
  ContactSort,
  type Contact as ContactMessage,
  type ListContactsRequest,
  type SearchContactsRequest,
} from '@outreach/contracts-contacts/gen/contacts.ts';
import {
  FiltersLogic as LogicMessage,
  type Filter as FilterMessage,
} from '@outreach/contracts-contacts/gen/filters.ts';
import { invalidField } from '@outreach/errors';
import { toContactMessage } from '../contact-model/index.ts';
import type { Filter } from '../filters/index.ts';
import type { CountedPage } from './find-contacts.ts';
import type { ListRequest, ListSort } from './list-contacts.ts';
import type { SearchRequest } from './search-contacts.ts';

const SORTS: Readonly<Partial<Record<ContactSort, ListSort>>> = {
  [ContactSort.CONTACT_SORT_UNSPECIFIED]: 'created_desc',
  [ContactSort.CONTACT_SORT_CREATED_DESC]: 'created_desc',
  [ContactSort.CONTACT_SORT_CREATED_ASC]: 'created_asc',
  [ContactSort.CONTACT_SORT_UPDATED_DESC]: 'updated_desc',
  [ContactSort.CONTACT_SORT_LEAD_SCORE_DESC]: 'lead_score_desc',
};

/** @throws AppError invalid_argument on an unknown sort. */
export function fromListMessage(request: ListContactsRequest): ListRequest {
  const sort = SORTS[request.sort];
  if (sort === undefined) throw invalidField('sort', 'sort is not a known sort.');
  return {
    page: fromPage(request.page),
    sort,
    icpTiers: request.icp_tiers,
    grades: request.grades,
    tags: request.tags,
    segmentId: request.segment_id,
    search: request.search,
    createdAfter: request.created_after,
    updatedAfter: request.updated_after,
    includeDeleted: request.include_deleted,
  };
}

export function fromSearchMessage(request: SearchContactsRequest): SearchRequest {
  return {
    filters: request.filters.map(fromFilterMessage),
    logic: fromLogicMessage(request.filters_logic),
    sort: request.sort,
    page: fromPage(request.page),
    includeDeleted: request.include_deleted,
  };
}

/** An absent value is null, and validated as null. */
export function fromFilterMessage({ field, op, value }: FilterMessage): Filter {
  const given: unknown = value;
  return { field, op, value: given ?? null };
}

/** The default logic is AND. @throws AppError invalid_argument on an unknown logic. */
export function fromLogicMessage(logic: LogicMessage): 'AND' | 'OR' {
  if (logic === LogicMessage.FILTERS_LOGIC_OR) return 'OR';
  if (logic === LogicMessage.FILTERS_LOGIC_AND || logic === LogicMessage.FILTERS_LOGIC_UNSPECIFIED)
    return 'AND';
  throw invalidField('filters_logic', 'filters_logic must be AND or OR.');
}

export function toLogicMessage(logic: 'AND' | 'OR'): LogicMessage {
  return logic === 'OR' ? LogicMessage.FILTERS_LOGIC_OR : LogicMessage.FILTERS_LOGIC_AND;
}

/** The reply of every list of contacts. */
export function toContactPage(page: CountedPage): { contacts: ContactMessage[]; meta: PageMeta } {
  const { totalCount, isEstimated } = page;
  return {
    contacts: page.items.map(toContactMessage),
    meta: { ...toMeta(page), total_count: totalCount, total_count_estimated: isEstimated },
  };
}
