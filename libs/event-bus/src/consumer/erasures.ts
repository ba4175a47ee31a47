import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection } from '../mongo-types.ts';

/** Days for which an erasure is recorded. Events published before the erasure arrive within this time. */
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

/** Erased records of other services. Events about them may still arrive or wait among the dead letters. */
export interface Erasures {
  /** Records erasures in the transaction that handles them. Safe to repeat. */
  remember(erasures: readonly Erasure[]): Promise<void>;
  /** Returns the ids that belong to erased records. */
  erasedOf(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The collection `erasures` of a service that stores data about records of other services. */
export function createErasures(connection: Connection): Erasures {
  const erasures = defineModel(connection, 'erasures', schema);
  return {
    remember: async (recorded) => {
      await erasures.bulkWrite(
        recorded.map(({ id, workspaceId, at }) => ({
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
