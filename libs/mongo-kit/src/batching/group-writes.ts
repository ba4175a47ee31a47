import type { AnyBulkWriteOperation, ClientSession, Document } from 'mongodb';
import type { Connection } from 'mongoose';

/** A write as data: a new document, or a change of the one document that matches the filter. */
export interface GroupWrite {
  readonly collection: string;
  readonly operation: { readonly insertOne: { readonly document: Document } } | Change;
  /** True for tenant collections: the document must name the workspace of its command. */
  readonly isGuarded: boolean;
}

interface Change {
  readonly updateOne: { readonly filter: Document; readonly update: Document };
}

/** True when a write belongs to another workspace than its command. */
export function isForeign({ operation, isGuarded }: GroupWrite, workspaceId: string): boolean {
  const named = 'insertOne' in operation ? operation.insertOne.document : operation.updateOne.filter;
  return isGuarded && named['workspace_id'] !== workspaceId;
}

/** Runs one command per collection, in order of first use. @throws Error when a change matches nothing. */
export async function writeAll(
  connection: Connection,
  writes: readonly GroupWrite[],
  session: ClientSession,
): Promise<void> {
  for (const [name, group] of Map.groupBy(writes, ({ collection }) => collection)) {
    const collection = connection.collection<Document>(name);
    const operations = group.map(({ operation }): AnyBulkWriteOperation => operation);
    const inserted = operations.flatMap((operation) =>
      'insertOne' in operation ? [operation.insertOne.document] : [],
    );
    if (inserted.length === operations.length) {
      await collection.insertMany(inserted, { session });
      continue;
    }
    const { matchedCount } = await collection.bulkWrite(operations, { session });
    if (matchedCount !== operations.length - inserted.length) {
      throw new Error(`A change of ${name} matched no document of the expected version.`);
    }
  }
}
