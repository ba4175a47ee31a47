import type { Connection, Model } from 'mongoose';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { ImportErasures, ScrubQueue } from './erased-rows.ts';
import type { ImportStore } from './ports.ts';

const WAITING_MAX = 200;
const REASON = 'erasures reach the files of all workspaces by one job';

/** Under the id of its import; digests alone. */
interface ErasureDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly digests: readonly string[];
  /** Those that the file was not looked through for yet. */
  readonly pending: readonly string[];
}

const schema = tenantSchema<ErasureDocument>({
  _id: String,
  digests: [String],
  pending: [String],
});

export interface ImportErasureStores {
  readonly erasures: ImportErasures;
  readonly queue: ScrubQueue;
}

export function createImportErasures(
  connection: Connection,
  imports: Pick<ImportStore, 'withFiles'>,
): ImportErasureStores {
  const rows: Model<ErasureDocument> = defineModel(connection, 'import_erasures', schema);
  return {
    erasures: {
      add: async (digest) => {
        const ids = await imports.withFiles();
        if (ids.length === 0) return;
        const update = { $addToSet: { digests: digest, pending: digest } };
        await rows.bulkWrite(ids.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })));
      },
      of: async (importId) => {
        const found = await rows.findOne({ _id: importId }).lean<ErasureDocument>();
        return found === null ? undefined : new Set(found.digests);
      },
    },
    queue: {
      waiting: async () =>
        runAsSystem(REASON, async () => {
          const some = async (isPending: boolean) =>
            rows
              .find({ 'pending.0': { $exists: isPending } })
              .limit(WAITING_MAX)
              .lean<ErasureDocument[]>();
          // Those that were looked through wait for no more than the end of their import.
          const found = [...(await some(true)), ...(await some(false))];
          return found.map(({ _id, workspace_id, pending }) => ({
            importId: _id,
            workspaceId: workspace_id,
            digests: pending,
          }));
        }),
      scrubbed: async ({ importId, digests }) => {
        await rows.updateOne({ _id: importId }, { $pullAll: { pending: [...digests] } });
      },
      forget: async (importId) => {
        await rows.deleteOne({ _id: importId });
      },
    },
  };
}
