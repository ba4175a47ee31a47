import { z } from 'zod';

/** JSON Schema that replaces the schema that zod derives. */
export type SchemaDoc = Readonly<Record<string, unknown>>;

/** Documents a schema by hand where the derived JSON Schema is wrong: a number that arrives as text, for example. */
export function documentedAs<Schema extends z.ZodType>(schema: Schema, openapi: SchemaDoc): Schema {
  return schema.meta({ openapi });
}

export function docOf(schema: z.core.$ZodType): SchemaDoc | undefined {
  return described.parse(z.globalRegistry.get(schema) ?? {}).openapi;
}

const described = z.looseObject({ openapi: z.record(z.string(), z.unknown()).optional() });
