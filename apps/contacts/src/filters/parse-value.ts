import { fitsCodePoints } from '@outreach/values';
import { FILTER_TEXT_MAX, FILTER_VALUES_MAX } from '@outreach/contracts-contacts/filter-limits';
import { toComparable } from '@outreach/values';
import { z } from 'zod';

import type { FieldType, Scalar } from './condition.ts';

const text = z.string().refine((value) => fitsCodePoints(value, FILTER_TEXT_MAX));
const day = z.iso.date();
const timestamp = z.union([z.iso.datetime({ offset: true }), day]).transform((value) => new Date(value));

const SCHEMAS: Readonly<Record<FieldType, z.ZodType<Scalar>>> = {
  text: text.transform(toComparable),
  id: text.transform(toComparable),
  enumeration: text,
  number: z.number(),
  date: day,
  timestamp,
  boolean: z.boolean(),
  list: text,
};

const EXPECTATIONS: Readonly<Record<FieldType, string>> = {
  text: 'a text',
  id: 'an id',
  enumeration: 'one of its values',
  number: 'a number',
  date: 'a date such as 2026-01-31',
  timestamp: 'an ISO 8601 timestamp',
  boolean: 'true or false',
  list: 'a text',
};

/** The values of a filter in the type of its field, or the description of valid values. */
export function parseValues(
  raw: unknown,
  shape: { readonly type: FieldType; readonly values?: readonly string[]; readonly isList: boolean },
): readonly Scalar[] | { readonly expected: string } {
  const { type, values, isList } = shape;
  const word = values === undefined ? EXPECTATIONS[type] : `one of ${values.join(', ')}`;
  const expected = isList ? `a list of at most ${FILTER_VALUES_MAX} items, each ${word}` : word;
  const items = isList ? raw : [raw];
  if (!Array.isArray(items) || items.length > FILTER_VALUES_MAX) return { expected };
  const parsed: Scalar[] = [];
  for (const item of items) {
    const result = SCHEMAS[type].safeParse(item);
    if (!result.success || values?.includes(String(result.data)) === false) return { expected };
    parsed.push(result.data);
  }
  return parsed;
}
