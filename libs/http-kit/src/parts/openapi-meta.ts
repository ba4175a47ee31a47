import type { z } from 'zod';

/** JSON Schema members that replace what zod would say of a schema which parses text. */
export type SchemaDoc = Readonly<Record<string, unknown>>;

/** Documents a schema by hand, where its own shape would mislead (a number that arrives as text, say). */
export function documentedAs<Schema extends z.ZodType>(schema: Schema, openapi: SchemaDoc): Schema {
  return schema.meta({ openapi });
}

export function docOf(schema: z.core.$ZodType): SchemaDoc | undefined {
  const meta = 'meta' in schema && typeof schema.meta === 'function' ? metaOf(schema.meta()) : undefined;
  return meta?.['openapi'];
}

function metaOf(meta: unknown): { readonly openapi?: SchemaDoc } | undefined {
  return typeof meta === 'object' && meta !== null ? meta : undefined;
}
