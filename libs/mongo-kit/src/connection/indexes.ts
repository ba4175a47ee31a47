import type { Connection, Schema } from 'mongoose';
import type { IndexDescription } from 'mongodb';
import { isAbsent } from './mongo-errors.ts';

/** Creates the missing indexes of all models. A collection is one command. */
export async function buildModelIndexes(connection: Connection): Promise<void> {
  await Promise.all(
    Object.values(connection.models).map(async (model) => {
      const indexes = indexesOf(model.schema);
      if (indexes.length > 0) await connection.collection(model.modelName).createIndexes(indexes);
    }),
  );
}

function indexesOf(schema: Schema): IndexDescription[] {
  return schema.indexes().map(([key, options]) => ({ ...options, key }) as IndexDescription);
}

/** Indexes of models that the database does not have, as `collection.index`. */
export async function missingModelIndexes(connection: Connection): Promise<readonly string[]> {
  const missing = await Promise.all(
    Object.values(connection.models).map(async (model) =>
      missingIndexes(connection, model.modelName, indexesOf(model.schema)),
    ),
  );
  return missing.flat();
}

/** Indexes of a collection that the database does not have, or has not finished, as `collection.index`. */
export async function missingIndexes(
  connection: Connection,
  collection: string,
  indexes: readonly IndexDescription[],
): Promise<readonly string[]> {
  // An index that is still being built has its name under `spec`. MongoDB refuses it as a hint.
  const command = { listIndexes: collection, includeBuildUUIDs: true };
  const existing = await connection
    .getClient()
    .db(connection.name)
    .runCursorCommand(command)
    .toArray()
    .catch((thrown: unknown) => {
      if (isAbsent(thrown)) return [];
      throw thrown;
    });
  const names = new Set(existing.map(({ name }) => String(name)));
  return indexes
    .map(nameOf)
    .filter((name) => !names.has(name))
    .map((name) => `${collection}.${name}`);
}

/** The name that MongoDB gives an index without one, for example `workspace_id_1_created_at_-1`. */
function nameOf({ name, key }: IndexDescription): string {
  return name ?? Object.entries(key).flat().join('_');
}
