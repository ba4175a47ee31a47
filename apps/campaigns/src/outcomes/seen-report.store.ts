import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';

/** Reports that were recorded. A report can arrive again. */
export interface SeenReports {
  /** Part of a transaction: the ids that were not recorded before. They are recorded from now on. */
  takeNew(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface SeenReportsOptions {
  readonly connection: Connection;
  readonly collection: string;
  /** Longer than the sender of the reports repeats them. */
  readonly keptSeconds: number;
  /** Time in ms since the epoch. */
  readonly now: () => number;
}

/** `_id` is the id of the report. */
interface SeenDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly at: Date;
}

export function createSeenReports({
  connection,
  collection,
  keptSeconds,
  now,
}: SeenReportsOptions): SeenReports {
  const schema = tenantSchema<SeenDocument>({ _id: String, at: { type: Date, required: true } }, [
    [{ at: 1 }, { name: 'expiry', expireAfterSeconds: keptSeconds }],
  ]);
  const seen: Model<SeenDocument> = defineModel(connection, collection, schema);
  return {
    takeNew: async (ids) => {
      if (ids.length === 0) return new Set();
      const known = await seen
        .find({ _id: { $in: [...ids] } }, { _id: 1 })
        .lean<Pick<SeenDocument, '_id'>[]>();
      const before = new Set(known.map(({ _id }) => _id));
      const added = new Set(ids.filter((id) => !before.has(id)));
      const at = new Date(now());
      if (added.size > 0)
        await seen.insertMany(
          [...added].map((_id) => ({ _id, at })),
          { lean: true },
        );
      return added;
    },
  };
}
