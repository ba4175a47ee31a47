import { invalidField } from '@outreach/errors';

/** The values that the texts of a repeated field name, each once. @throws AppError invalid_argument on the field. */
export function toKnownValues<Value extends string>(
  field: string,
  known: readonly Value[],
  texts: readonly string[],
): Value[] {
  return [...new Set(texts)].map((text) => {
    const value = known.find((one) => one === text);
    if (value === undefined) throw invalidField(field, `${field} must be of ${known.join(', ')}.`);
    return value;
  });
}
