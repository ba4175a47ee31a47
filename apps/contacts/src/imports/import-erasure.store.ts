import type { Connection, Model } from 'mongoose';
import { createWorkQueue, workFields, workIndex, type WorkFields, type WorkQueue } from '@outreach/job-kit';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Units } from '@outreach/mongo-kit/units';
import type { Clock, NewId } from '@outreach/service-kit';
import type { FileScrubs, ImportErasures, ImportStore, ScrubFields } from './ports.ts';

/** `_id` is the id of the import; the document holds digests only. */
interface ErasureDocument extends WorkFields, ScrubFields {
  readonly digests: readonly string[];
}

const schema = tenantSchema<ErasureDocument>(
  { _id: String, digests: [String], pending: [String], ...workFields },
  [workIndex],
);

export interface ImportErasureOptions {
  readonly connection: Connection;
  readonly units: Pick<Units, 'afterCommit'>;
  readonly imports: Pick<ImportStore, 'withFiles'>;
  readonly clock: Clock;
  readonly ids: NewId;
  readonly leaseMs: number;
}

export interface ImportErasureStores {
  readonly erasures: ImportErasures;
  readonly scrubs: FileScrubs;
  readonly queue: WorkQueue<WorkFields & ScrubFields>;
}

export function createImportErasures(options: ImportErasureOptions): ImportErasureStores {
  const { connection, units, imports, clock } = options;
  const rows: Model<ErasureDocument> = defineModel(connection, 'import_erasures', schema);
  const queue = createWorkQueue<ErasureDocument>({ ...options, model: rows });
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
