import type { Connection, Model } from 'mongoose';
import { defineModel, runAsSystem, tenantSchema } from '@outreach/mongo-kit';
import type { ImportErasures, ImportStore, ScrubQueue } from './ports.ts';

const WAITING_MAX = 200;
const REASON = 'one job scrubs the files of all workspaces';

/** `_id` is the id of the import; the document holds digests only. */
interface ErasureDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly digests: readonly string[];
  /** Digests whose rows are not blanked yet. */
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
          const find = async (isPending: boolean) =>
            rows
              .find({ 'pending.0': { $exists: isPending } })
              .limit(WAITING_MAX)
              .lean<ErasureDocument[]>();
          // Entries without pending digests wait for the end of their import.
          const found = [...(await find(true)), ...(await find(false))];
          return found.map(({ _id, workspace_id, pending }) => ({
            importId: _id,
            workspaceId: workspace_id,
            digests: pending,
          }));
        }),
      scrubbed: async ({ importId, digests }) => {
        await rows.updateOne({ _id: importId }, { $pullAll: { pending: [...digests] } });
      },
      remove: async (importId) => {
        await rows.deleteOne({ _id: importId });
      },
    },
  };
}
