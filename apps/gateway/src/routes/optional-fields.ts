import { SCOPES } from '@outreach/contracts-auth';
import { documentedAs, optional, optionalInteger } from '@outreach/http-kit/fields';
import { z } from 'zod';

/** Scopes of a request, duplicates included. */
const GIVEN_SCOPES_MAX = 100;

/** Scopes of a request, without duplicates. */
export const givenScopes = z
  .array(z.enum(SCOPES))
  .max(GIVEN_SCOPES_MAX)
  .transform((listed) => [...new Set(listed)]);

/** Null and "" set the default. */
export function optionalBoolean(): z.ZodType<boolean | null | undefined> {
  const nullable = z
    .unknown()
    .transform((value) => (value === '' ? null : value))
    .pipe(z.boolean().nullish())
    .optional();
  return documentedAs(nullable, { type: ['boolean', 'null'] });
}

/** A number greater than 0 and at most 1. Null and "" set the default. */
export function optionalFraction(): z.ZodType<number | null | undefined> {
  const nullable = z
    .unknown()
    .transform((value) => (value === '' ? null : value))
    .pipe(z.number().gt(0).max(1).nullish())
    .optional();
  return documentedAs(nullable, { type: ['number', 'null'], exclusiveMinimum: 0, maximum: 1 });
}

/** One of some texts. Null and "" set the default. */
export function optionalEnum<const Value extends string>(
  values: readonly [Value, ...Value[]],
): z.ZodType<Value | null | undefined, string | null | undefined> {
  return optional(z.enum(values), { type: 'string', enum: [...values, null] });
}

/** A boolean with a default, which null and "" set too. */
export function booleanOr(byDefault: boolean): z.ZodType<boolean> {
  const schema = optionalBoolean().transform((value) => value ?? byDefault);
  return documentedAs(schema, { type: ['boolean', 'null'], default: byDefault });
}

/** An integer with a default, which null and "" set too. */
export function integerOr(min: number, max: number, byDefault: number): z.ZodType<number> {
  const schema = optionalInteger(min, max).transform((value) => value ?? byDefault);
  return documentedAs(schema, {
    type: ['integer', 'null'],
    minimum: min,
    maximum: max,
    default: byDefault,
  });
}

/** One of some texts with a default, which null and "" set too. */
export function enumOr<const Value extends string>(
  values: readonly [Value, ...Value[]],
  byDefault: Value,
): z.ZodType<Value, string | null | undefined> {
  const schema = optionalEnum(values).transform((value) => value ?? byDefault);
  return documentedAs(schema, { type: ['string', 'null'], enum: [...values, null], default: byDefault });
}
