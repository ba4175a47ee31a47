import type { AnyBulkWriteOperation, ClientSession, Document } from 'mongodb';
import type { Connection } from 'mongoose';

/** A write as data: a new document, or a change of the one document that the filter must find. */
export interface GroupWrite {
  readonly collection: string;
  readonly operation: Insertion | Change;
  /** True where the document must name the workspace of its command. */
  readonly isWalled: boolean;
}

interface Insertion {
  readonly insertOne: { readonly document: Document };
}

interface Change {
  readonly updateOne: { readonly filter: Document; readonly update: Document };
}

/** True when a write goes where its command may not. */
export function isForeign({ operation, isWalled }: GroupWrite, workspaceId: string): boolean {
  const named = 'insertOne' in operation ? operation.insertOne.document : operation.updateOne.filter;
  return isWalled && named['workspace_id'] !== workspaceId;
}

/** One command per collection, in the order in which the collections first come. @throws when a change finds nothing. */
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
      throw new Error(`A change of ${name} found nothing of its expected version.`);
    }
  }
}
