import { z } from 'zod';

/** JSON Schema members that replace what zod would say of a schema which parses text. */
export type SchemaDoc = Readonly<Record<string, unknown>>;

/** Documents a schema by hand, where its own shape would mislead (a number that arrives as text, say). */
export function documentedAs<Schema extends z.ZodType>(schema: Schema, openapi: SchemaDoc): Schema {
  return schema.meta({ openapi });
}

export function docOf(schema: z.core.$ZodType): SchemaDoc | undefined {
  return described.parse(z.globalRegistry.get(schema) ?? {}).openapi;
}

const described = z.looseObject({ openapi: z.record(z.string(), z.unknown()).optional() });
