import { knownValue } from '@outreach/errors';

/** Converts the texts of a repeated field to known values, without duplicates. @throws AppError invalid_argument. */
export function toKnownValues<Value extends string>(
  field: string,
  known: readonly Value[],
  texts: readonly string[],
): Value[] {
  return [...new Set(texts)].map((text) => knownValue(field, known, text));
}
