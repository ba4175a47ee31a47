import { fitsCodePoints } from '@outreach/values';
import { z } from 'zod';
import { documentedAs, type SchemaDoc } from './openapi-meta.ts';

/** Bounds of the public contract, in Unicode code points. */
export const TEXT_MAX = {
  email: 254,
  personName: 120,
  fullName: 241,
  line: 200,
  resourceName: 200,
  url: 2_048,
  tag: 64,
  customValue: 4_096,
  deletionReason: 500,
} as const;

/** A required text of at most `max` characters. Null and "" are reported as missing. */
export function text(max: number): z.ZodType<string, string> {
  return z
    .string({ error: requiredText })
    .refine((value) => value !== '', 'is required')
    .refine((value) => fitsCodePoints(value, max), tooLong(max))
    .meta({ minLength: 1, maxLength: max });
}

/** Undefined leaves a field unchanged; null clears it. */
export type OptionalSchema<Output> = z.ZodType<Output | null | undefined, string | null | undefined>;

/** An optional text. Null and "" both clear it. */
export function optionalText(max: number): OptionalSchema<string> {
  const bounded = z.string().refine((value) => fitsCodePoints(value, max), tooLong(max));
  return optional(bounded, { type: 'string', maxLength: max });
}

/** Makes a text schema optional. Null and "" become null. `doc` is the JSON Schema of the text. */
export function optional<Output>(schema: z.ZodType<Output, string>, doc: SchemaDoc): OptionalSchema<Output> {
  const nullable = z
    .string()
    .nullish()
    .transform((value) => (value === '' ? null : value))
    .pipe(schema.nullish());
  return documentedAs(nullable, { ...doc, type: ['string', 'null'] });
}

/** An optional integer. Null and "" both clear it. */
export function optionalInteger(min: number, max: number): z.ZodType<number | null | undefined> {
  const nullable = z
    .unknown()
    .transform((value) => (value === '' ? null : value))
    .pipe(z.int().min(min).max(max).nullish())
    .optional();
  return documentedAs(nullable, { type: ['integer', 'null'], minimum: min, maximum: max });
}

export function tooLong(max: number): string {
  return `must be at most ${max} characters long`;
}

function requiredText(issue: { readonly input: unknown }): string | undefined {
  return issue.input === null ? 'is required' : undefined;
}
