import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection } from './mongo-types.ts';

/** Days for which an erasure is remembered: no event that was on its way when it happened comes later. */
const ERASURE_DAYS = 30;
const RETENTION_SECONDS = ERASURE_DAYS * 24 * 60 * 60;

interface ErasureRow {
  readonly _id: string;
  readonly workspace_id: string;
  readonly created_at: Date;
}

const schema = tenantSchema<ErasureRow>({ _id: String, created_at: Date }, [
  [{ created_at: 1 }, { name: 'retention', expireAfterSeconds: RETENTION_SECONDS }],
]);

export interface Erasure {
  readonly id: string;
  readonly workspaceId: string;
  readonly at: Date;
}

/** Records of another service that were erased; events about them may still be on their way, or put aside. */
export interface Erasures {
  /** Part of the transaction that handles the erasure; repeating it changes nothing. */
  remember(erasures: readonly Erasure[]): Promise<void>;
  /** Which of the ids are of erased records. */
  erasedOf(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The collection `erasures` of a service that keeps something about records of others. */
export function createErasures(connection: Connection): Erasures {
  const erasures = defineModel(connection, 'erasures', schema);
  return {
    remember: async (told) => {
      await erasures.bulkWrite(
        told.map(({ id, workspaceId, at }) => ({
          updateOne: {
            filter: { _id: id, workspace_id: workspaceId },
            update: { $setOnInsert: { created_at: at } },
            upsert: true,
          },
        })),
      );
    },
    erasedOf: async (ids) => {
      const rows = await erasures
        .find({ _id: { $in: [...ids] } }, { _id: 1 })
        .lean<Pick<ErasureRow, '_id'>[]>();
      return new Set(rows.map(({ _id }) => _id));
    },
  };
}
