import type { Model, QueryFilter, Schema, UpdateQuery } from 'mongoose';
import { isGuarded, ownDocument, type Guarded } from '../tenancy/tenant-guard.ts';
import { WRITING_QUERIES } from '../tenancy/query-operations.ts';
import { deferredWrites, refuseDeferred } from '../units/open-unit.ts';
import type { GroupWrite } from './group-writes.ts';

/** Writes that run at once in a transaction, and are collected in the commit step of a prepared command. */
export interface UnitWrites {
  insert<Doc extends object>(model: Model<Doc>, documents: readonly NewDocument<Doc>[]): Promise<void>;
  /**
   * Changes the one document that matches the filter, which names an id and the expected version. Returns false when
   * no document matches. A deferred change always returns true; when it matches nothing, the command runs again alone.
   */
  change<Doc extends object>(model: Model<Doc>, change: DocumentChange<Doc>): Promise<boolean>;
}

/** The tenant guard adds `workspace_id` to documents of tenant collections. */
export type NewDocument<Doc> = Doc | Omit<Doc, 'workspace_id'>;

export interface DocumentChange<Doc> {
  readonly filter: QueryFilter<Doc>;
  readonly set: Partial<Doc>;
}

export const unitWrites: UnitWrites = {
  insert: async (model, documents) => {
    const deferred = deferredWrites();
    if (deferred === undefined) await model.insertMany(documents, { lean: true });
    else for (const document of documents) deferred.push(insertionOf(model, document));
  },
  change: async (model, change) => {
    const deferred = deferredWrites();
    if (deferred !== undefined) return deferred.push(changeOf(model, change)) > 0;
    const update: UpdateQuery<unknown> = { $set: change.set };
    const { matchedCount } = await model.updateOne(change.filter, update);
    return matchedCount === 1;
  },
};

/** Refuses writes through a model that would belong to no transaction: in prepare steps and in deferred commits. */
export function refuseDirectWrites(schema: Schema): void {
  schema.pre([...WRITING_QUERIES], { document: false, query: true }, refuse);
  schema.pre('save', refuse);
  schema.pre('insertMany', refuse);
  schema.pre('bulkWrite', refuse);
}

function refuse(): void {
  refuseDeferred('wrote directly');
}

/** The fields of a model that a write needs. */
interface Target extends Guarded {
  readonly collection: { readonly collectionName: string };
}

function insertionOf(model: Target, fields: object): GroupWrite {
  const document = { ...fields };
  return { ...targetOf(model, document), operation: { insertOne: { document } } };
}

function changeOf(
  model: Target,
  { filter: fields, set }: { readonly filter: object; readonly set: object },
): GroupWrite {
  const filter = { ...fields };
  return { ...targetOf(model, filter), operation: { updateOne: { filter, update: { $set: set } } } };
}

/** Adds the workspace of the call to the document or filter, as the tenant guard does for queries. */
function targetOf(
  model: Target,
  document: Record<string, unknown>,
): Pick<GroupWrite, 'collection' | 'isGuarded'> {
  const guarded = isGuarded(model);
  if (guarded) ownDocument(document);
  return { collection: model.collection.collectionName, isGuarded: guarded };
}
