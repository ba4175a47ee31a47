import {
  ContactSort,
  FiltersLogic as LogicMessage,
  type Filter as FilterMessage,
  type ListContactsRequest,
  type SearchContactsRequest,
} from '@outreach/contracts-contacts';
import type { FiltersLogic } from './filters/condition.ts';
import type { Filter } from './filters/parse-filters.ts';
import type { ListRequest, ListSort } from './list-contacts.ts';
import type { SearchRequest } from './search-contacts.ts';
import { fromPage } from '@outreach/app-kit';

const SORTS: Readonly<Partial<Record<ContactSort, ListSort>>> = {
  [ContactSort.CONTACT_SORT_CREATED_ASC]: 'created_asc',
  [ContactSort.CONTACT_SORT_UPDATED_DESC]: 'updated_desc',
  [ContactSort.CONTACT_SORT_LEAD_SCORE_DESC]: 'lead_score_desc',
};

export function toListRequest(request: ListContactsRequest): ListRequest {
  return {
    page: fromPage(request.page),
    sort: SORTS[request.sort] ?? 'created_desc',
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

export function toSearchRequest(request: SearchContactsRequest): SearchRequest {
  return {
    filters: request.filters.map(toFilter),
    logic: toLogic(request.filters_logic),
    sort: request.sort,
    page: fromPage(request.page),
    includeDeleted: request.include_deleted,
  };
}

/** A value that did not come is none, and checked as such. */
export function toFilter({ field, op, value }: FilterMessage): Filter {
  const given: unknown = value;
  return { field, op, value: given ?? null };
}

export function toLogic(logic: LogicMessage): FiltersLogic {
  return logic === LogicMessage.FILTERS_LOGIC_OR ? 'OR' : 'AND';
}

export function toLogicMessage(logic: FiltersLogic): LogicMessage {
  return logic === 'OR' ? LogicMessage.FILTERS_LOGIC_OR : LogicMessage.FILTERS_LOGIC_AND;
}
