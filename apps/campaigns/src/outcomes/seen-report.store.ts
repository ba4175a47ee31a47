import type { ServiceBase } from '@outreach/app-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Model } from 'mongoose';

/** Reports that were recorded. A report can arrive again. */
export interface SeenReports {
  /** Part of a transaction: the ids that were not recorded before. They are recorded from now on. */
  takeNew(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** `_id` is the id of the report. */
interface SeenDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly at: Date;
}

/** @param keptSeconds longer than the sender of the reports repeats them. */
export function createSeenReports(
  { mongo, clock }: ServiceBase,
  { collection, keptSeconds }: { readonly collection: string; readonly keptSeconds: number },
): SeenReports {
  const schema = tenantSchema<SeenDocument>({ _id: String, at: { type: Date, required: true } }, [
    [{ at: 1 }, { name: 'expiry', expireAfterSeconds: keptSeconds }],
  ]);
  const seen: Model<SeenDocument> = defineModel(mongo.connection, collection, schema);
  return {
    takeNew: async (ids) => {
      if (ids.length === 0) return new Set();
      const known = await seen
        .find({ _id: { $in: [...ids] } }, { _id: 1 })
        .lean<Pick<SeenDocument, '_id'>[]>();
      const before = new Set(known.map(({ _id }) => _id));
      const added = new Set(ids.filter((id) => !before.has(id)));
      const at = new Date(clock.now());
      if (added.size > 0)
        await seen.insertMany(
          [...added].map((_id) => ({ _id, at })),
          { lean: true },
        );
      return added;
    },
  };
}
