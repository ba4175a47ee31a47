import type { Model, QueryFilter } from 'mongoose';

export interface ReadByIdOptions<Doc> {
  readonly filter: QueryFilter<Doc>;
  /** Id of the last document of the previous page; empty to start. */
  readonly after: string;
  readonly size: number;
  readonly projection?: Readonly<Record<string, 0 | 1>>;
}

/** A page of documents in the order of their ids, for readers that need all of them. */
export async function readById<Doc extends { readonly _id: string }>(
  model: Model<Doc>,
  { filter, after, size, projection = {} }: ReadByIdOptions<Doc>,
): Promise<{ readonly documents: readonly Doc[]; readonly after: string | undefined }> {
  const documents = await model
    .find({ $and: [filter, { _id: { $gt: after } }] } as QueryFilter<Doc>, projection)
    .sort({ _id: 1 })
    .limit(size)
    .lean<Doc[]>();
  return { documents, after: documents.length < size ? undefined : documents.at(-1)?._id };
}
