import { fromPage, toMeta } from '@outreach/app-kit';
import type { PageMeta } from '@outreach/contracts-common';
import { FILTERS_LOGICS } from '@outreach/contracts-contacts/enumerations';
import type {
  Contact as ContactMessage,
  SearchContactsRequest,
} from '@outreach/contracts-contacts/gen/contacts.ts';
import type { Filter as FilterMessage } from '@outreach/contracts-contacts/gen/filters.ts';
import { knownValue } from '@outreach/errors';
import { toContactMessage } from '../contact-model/index.ts';
import type { Filter } from '../filters/index.ts';
import { READ, type ContactsMethods } from '../methods/index.ts';
import type { CountedPage } from './find-contacts.ts';
import { listContacts, type ListContactsPorts } from './list-contacts.ts';
import { searchContacts, type SearchRequest } from './search-contacts.ts';

export function listMethods(ports: ListContactsPorts): ContactsMethods {
  return {
    listContacts: {
      scope: READ,
      query: async (_ctx, { page, ...request }) =>
        toContactPage(await listContacts(ports, { ...request, page: fromPage(page) })),
    },
    searchContacts: {
      scope: READ,
      query: async (_ctx, request) => toContactPage(await searchContacts(ports, fromSearchMessage(request))),
    },
  };
}

function fromSearchMessage(request: SearchContactsRequest): SearchRequest {
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
