import { z } from 'zod';

/** JSON Schema that replaces the schema that zod derives. */
export type SchemaDoc = Readonly<Record<string, unknown>>;

/** Documents a schema by hand where the derived JSON Schema is wrong: a number that arrives as text, for example. */
export function documentedAs<Schema extends z.ZodType>(schema: Schema, openapi: SchemaDoc): Schema {
  return schema.meta({ openapi });
}

/**
 * A text of a closed set in a response. The document lists the values; they are not checked, so that a gateway returns the
 * new values of a newer service.
 */
export function enumText(values: readonly string[]): z.ZodString {
  return documentedAs(z.string(), { type: 'string', enum: [...values] });
}

export function docOf(schema: z.core.$ZodType): SchemaDoc | undefined {
  return described.parse(z.globalRegistry.get(schema) ?? {}).openapi;
}

const described = z.looseObject({ openapi: z.record(z.string(), z.unknown()).optional() });
