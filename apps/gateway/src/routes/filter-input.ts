import { fitsCodePoints } from '@outreach/values';
import { FILTER_TEXT_MAX, FILTER_VALUES_MAX, FILTERS_MAX } from '@outreach/contracts-contacts/filter-limits';
import type { Filter } from '@outreach/contracts-contacts/gen/filters.ts';
import { enumText } from '@outreach/http-kit/fields';
import { z } from 'zod';

/** The operators of filters. */
export const FILTER_OPERATORS = [
  ...['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in'],
  ...['contains', 'starts_with', 'ends_with', 'is_empty', 'is_not_empty'],
];

/** No field has longer values. */
function isBounded(value: unknown): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const fits = (one: unknown): boolean => typeof one !== 'string' || fitsCodePoints(one, FILTER_TEXT_MAX);
  return values.length <= FILTER_VALUES_MAX && values.every(fits);
}

const tooMuch = `must be at most ${FILTER_VALUES_MAX} values of at most ${FILTER_TEXT_MAX} characters`;

/** The contacts service checks the fields, their operators and their values. */
export const FilterBody = z
  .object({
    field: z
      .string()
      .describe(
        'A contact field, `company.*`, `custom_fields.<name>`, `has_tag`, `in_segment`, `in_campaign` or `last_activity_at`.',
      ),
    op: enumText(FILTER_OPERATORS).describe('The operator.'),
    value: z
      .unknown()
      .refine(isBounded, tooMuch)
      .optional()
      .describe(
        'A value of the type of the field; a list for `in` and `not_in`; absent for `is_empty` and `is_not_empty`.',
      ),
  })
  .meta({ id: 'Filter' });

export const filters = z.array(FilterBody).max(FILTERS_MAX);

/** A stored filter in responses. */
export const FilterRecord = z
  .object({ field: z.string(), op: enumText(FILTER_OPERATORS), value: z.unknown() })
  .meta({ id: 'StoredFilter' });

export function toFilters(body: z.output<typeof filters>): Filter[] {
  return body.map(({ field, op, value }) => ({ field, op, value }));
}
