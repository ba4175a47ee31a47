import type { ServiceBase } from '@outreach/app-kit';
import type { Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { FileScrubs, ImportErasures, ImportStore, ScrubFields } from './ports.ts';

/** `_id` is the id of the import; the document holds digests only. */
interface ErasureDocument extends WorkFields, ScrubFields {
  readonly digests: readonly string[];
}

const schema = tenantSchema<ErasureDocument>(
  { _id: String, digests: [String], pending: [String], ...workFields },
  [workIndex],
);

/** Longer than the transaction of one step takes; after it another process continues. */
const LEASE_MS = 30_000;

export interface ImportErasureStores {
  readonly erasures: ImportErasures;
  readonly scrubs: FileScrubs;
  readonly queue: WorkQueue<WorkFields & ScrubFields>;
}

export function createImportErasures(
  base: Pick<ServiceBase, 'mongo' | 'units' | 'clock' | 'ids'>,
  imports: Pick<ImportStore, 'withFiles'>,
): ImportErasureStores {
  const { mongo, units, clock } = base;
  const rows: Model<ErasureDocument> = defineModel(mongo.connection, 'import_erasures', schema);
  const queue = createWorkQueue<ErasureDocument>({ ...base, model: rows, leaseMs: LEASE_MS });
  return {
    queue,
    erasures: {
      add: async (digest) => {
        const ids = await imports.withFiles();
        if (ids.length === 0) return;
        // Without a token the claim of a running worker is lost: it has not searched the file for this address.
        const update = {
          $addToSet: { digests: digest, pending: digest },
          $set: { due_at: new Date(clock.now()), lease_token: null, attempts: 0 },
        };
        await rows.bulkWrite(ids.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } })));
        units.afterCommit(() => queue.wakeUp.raise());
      },
      of: async (importId) => {
        const found = await rows.findOne({ _id: importId }).lean<ErasureDocument>();
        return found === null ? undefined : new Set(found.digests);
      },
    },
    scrubs: {
      scrubbed: async (importId, digests) => {
        await rows.updateOne({ _id: importId }, { $pullAll: { pending: [...digests] } });
      },
    },
  };
}
