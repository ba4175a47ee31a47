import type { Model } from 'mongoose';

/** Updates one document per group, by its id, with what the rows of the group add up to. Creates those that are new. */
export async function upsertGroups<Document extends { readonly _id: string }, Row>(
  model: Model<Document>,
  groups: ReadonlyMap<string, readonly Row[]>,
  toUpdate: (first: Row, rows: readonly Row[]) => object,
): Promise<void> {
  const updates = [...groups].flatMap(([_id, rows]) =>
    rows.slice(0, 1).map((first) => ({
      updateOne: { filter: { _id }, update: toUpdate(first, rows), upsert: true },
    })),
  );
  await model.bulkWrite(updates, { ordered: false });
}
