import { fromPage, toMeta } from '@outreach/app-kit';
import type { PageMeta } from '@outreach/contracts-common';
import type {
  Contact as ContactMessage,
  ListContactsRequest,
  SearchContactsRequest,
} from '@outreach/contracts-contacts/gen/contacts.ts';
import { CONTACT_SORTS, FILTERS_LOGICS } from '@outreach/contracts-contacts/enumerations';
import type { Filter as FilterMessage } from '@outreach/contracts-contacts/gen/filters.ts';
import { knownValue } from '@outreach/errors';
import { toContactMessage } from '../contact-model/index.ts';
import type { Filter } from '../filters/index.ts';
import type { CountedPage } from './find-contacts.ts';
import type { ListRequest } from './list-contacts.ts';
import type { SearchRequest } from './search-contacts.ts';

/** @throws AppError invalid_argument on an unknown sort. */
export function fromListMessage(request: ListContactsRequest): ListRequest {
  return {
    page: fromPage(request.page),
    sort: knownValue('sort', CONTACT_SORTS, request.sort || 'created_desc'),
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
    logic: toFiltersLogic(request.filters_logic),
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
export function toFiltersLogic(text: string): (typeof FILTERS_LOGICS)[number] {
  return knownValue('filters_logic', FILTERS_LOGICS, text || 'AND');
}

/** The reply of every list of contacts. */
export function toContactPage(page: CountedPage): { contacts: ContactMessage[]; meta: PageMeta } {
  const { totalCount, isEstimated } = page;
  return {
    contacts: page.items.map(toContactMessage),
    meta: { ...toMeta(page), total_count: totalCount, total_count_estimated: isEstimated },
  };
}
