import type { AnyBulkWriteOperation, ClientSession, Document } from 'mongodb';
import type { Connection } from 'mongoose';

/** A write as data: a new document, or a change of the one document that matches the filter. */
export interface GroupWrite {
  readonly collection: string;
  readonly operation: Insertion | Change;
  /** True for tenant collections: the document must name the workspace of its command. */
  readonly isGuarded: boolean;
  /** A number of a new document: documents that differ only in it and their id become one with the sum. */
  readonly summedField?: string;
}

interface Insertion {
  readonly insertOne: { readonly document: Document };
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
    const operations = joinSums(group).map(({ operation }): AnyBulkWriteOperation => operation);
    if (operations.length === 0) continue;
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

/** One write per group of documents that are summed; none when the sum is zero. */
function joinSums(writes: readonly GroupWrite[]): readonly GroupWrite[] {
  return [...Map.groupBy(writes, summedRow)].flatMap(([row, group]) =>
    row === undefined ? group : join(group),
  );
}

/** The fields that documents with one sum have in common; undefined for a write of its own. */
function summedRow({ operation, summedField }: GroupWrite): string | undefined {
  if (summedField === undefined || !('insertOne' in operation)) return undefined;
  const { _id, [summedField]: _number, ...shared } = operation.insertOne.document;
  return JSON.stringify(Object.entries(shared).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function join(group: readonly GroupWrite[]): readonly GroupWrite[] {
  const [first] = group;
  if (first?.summedField === undefined || !('insertOne' in first.operation)) return group;
  const { summedField, operation } = first;
  const sum = group.reduce((total, write) => total + numberIn(write, summedField), 0);
  const document = { ...operation.insertOne.document, [summedField]: sum };
  return sum === 0 ? [] : [{ ...first, operation: { insertOne: { document } } }];
}

function numberIn({ operation }: GroupWrite, field: string): number {
  return 'insertOne' in operation ? Number(operation.insertOne.document[field]) : 0;
}
