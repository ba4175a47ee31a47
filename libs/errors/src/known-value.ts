import { invalidField } from './app-error.ts';

/** The value of an enumeration that a text names. @throws AppError invalid_argument for another text. */
export function knownValue<Value extends string>(
  field: string,
  known: readonly Value[],
  text: string,
): Value {
  const value = known.find((candidate) => candidate === text);
  if (value === undefined) throw invalidField(field, `${field} must be one of ${known.join(', ')}.`);
  return value;
}
