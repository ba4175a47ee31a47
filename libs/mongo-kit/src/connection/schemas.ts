import { Schema, type IndexDefinition, type IndexOptions, type SchemaDefinition } from 'mongoose';
import { refuseDirectWrites } from '../batching/deferred-writes.ts';
import { limitReads } from '../tenancy/read-limits.ts';
import { tenantGuard } from '../tenancy/tenant-guard.ts';

/** An index: its keys in order, and its options. */
export type IndexRow = readonly [keys: IndexDefinition, options?: IndexOptions];

const SHARED_OPTIONS = {
  versionKey: false,
  minimize: false,
  strict: 'throw',
  autoIndex: false,
  id: false,
} as const;

/** The schema of a collection that belongs to no workspace. */
export function systemSchema<Doc>(
  definition: SchemaDefinition<Doc>,
  indexes: readonly IndexRow[] = [],
): Schema<Doc> {
  const schema = new Schema<Doc>(definition, SHARED_OPTIONS);
  for (const [keys, options] of indexes) schema.index(keys, options);
  refuseDirectWrites(schema);
  return schema;
}

/** The schema of a tenant collection: the tenant guard adds the workspace to every document and query. */
export function tenantSchema<Doc>(
  definition: SchemaDefinition<Doc>,
  indexes: readonly IndexRow[] = [],
): Schema<Doc> {
  const owned = { ...definition, workspace_id: { type: String, required: true, immutable: true } };
  const schema = systemSchema<Doc>(owned, indexes);
  tenantGuard(schema);
  limitReads(schema);
  return schema;
}
