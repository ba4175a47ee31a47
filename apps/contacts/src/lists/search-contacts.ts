import { invalidField } from '@outreach/errors';
import type { PageRequest } from '@outreach/service-kit';
import { refuseWrong } from '../contact-model/index.ts';
import { findContacts, type CountedPage, type SortKey } from './find-contacts.ts';
import { FIELDS, parseFilters, type Filter, resolveNames, type FilterNamePorts } from '../filters/index.ts';
import type { FindContactsPorts } from './ports.ts';

export const SORT_KEYS_MAX = 3;
const DEFAULT_SORT: readonly SortKey[] = [{ field: 'created_at', descending: true }];

export interface SearchRequest {
  readonly filters: readonly Filter[];
  readonly logic: 'AND' | 'OR';
  readonly sort: readonly SortKey[];
  readonly page: PageRequest;
  readonly includeDeleted: boolean;
}

/** @throws AppError invalid_argument naming the wrong field of a filter or sort. */
export async function searchContacts(
  ports: FindContactsPorts & FilterNamePorts,
  request: SearchRequest,
): Promise<CountedPage> {
  const { filters, logic, page, includeDeleted } = request;
  const sort = checkSort(request.sort);
  const names = await resolveNames(ports, filters);
  return findContacts(ports, {
    condition: parseFilters(filters, logic, names),
    tokens: [],
    sort,
    includeDeleted,
    page,
    list: 'search',
    filter: JSON.stringify([filters, logic]),
  });
}

/** Drops repeated fields: only the first key of a field has an effect. */
function checkSort(sort: readonly SortKey[]): readonly SortKey[] {
  if (sort.length > SORT_KEYS_MAX)
    throw invalidField('sort', `sort must be at most ${SORT_KEYS_MAX} items long.`);
  const errors = sort.flatMap(({ field }, index) =>
    FIELDS.get(field)?.isSortable === true
      ? []
      : [{ field: `sort[${index}].field`, message: 'is not a sortable field' }],
  );
  refuseWrong(errors);
  const distinct = sort.filter(
    ({ field }, index) => sort.findIndex((other) => other.field === field) === index,
  );
  return distinct.length === 0 ? DEFAULT_SORT : distinct;
}
