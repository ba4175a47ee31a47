import type { Connection, Model } from 'mongoose';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { NO_COUNTS } from './import-job.ts';
import { LANES, type ImportLane } from './import-lane.ts';
import { countFields } from './import-schemas.store.ts';
import type { ImportChunk } from './ports.ts';

/** `_id` is the id of the import with the number of the lane. */
interface LaneDocument extends ImportLane {
  readonly _id: string;
  readonly workspace_id: string;
  readonly import_id: string;
  /** Token of the claim whose chunks the lane takes. */
  readonly token: string;
}

const schema = tenantSchema<LaneDocument>({
  _id: String,
  import_id: { type: String, required: true },
  token: String,
  first_row: Number,
  last_row: Number,
  has_advanced: Boolean,
  version: Number,
  ...countFields,
});

const NO_ROWS = { ...NO_COUNTS, first_row: 0, last_row: 0, version: 0 } as const;

export interface ClaimedImport {
  readonly importId: string;
  readonly workspaceId: string;
  readonly token: string;
}

/** The lanes of running imports. They exist from the first claim of a job to its end. */
export interface ImportLanes {
  /**
   * Gives the lanes to a claim, in its transaction: a chunk of an earlier claim changes nothing from then on. True if
   * the claim before has committed rows.
   */
  claim(claimed: ClaimedImport): Promise<boolean>;
  /** Runs in the unit of work of the chunk. False when the lanes belong to another claim, or the job has ended. */
  advance(importId: string, chunk: Omit<ImportChunk, 'errors'>): Promise<boolean>;
  /** The lanes by the id of their import, in the order of their numbers. */
  of(importIds: readonly string[]): Promise<ReadonlyMap<string, readonly ImportLane[]>>;
  /** Runs in the unit of work that ends the job, after which no chunk commits. */
  remove(importId: string): Promise<void>;
}

export function createImportLanes(connection: Connection): ImportLanes {
  const lanes: Model<LaneDocument> = defineModel(connection, 'import_lanes', schema);
  return {
    claim: async ({ importId, workspaceId, token }) => {
      const advanced = { _id: { $in: idsOf(importId) }, has_advanced: true };
      const found = await lanes.exists(advanced);
      const update = {
        $set: { token, has_advanced: false },
        $setOnInsert: { ...NO_ROWS, import_id: importId },
      };
      await lanes.bulkWrite(
        idsOf(importId).map((_id) => ({
          updateOne: { filter: { _id, workspace_id: workspaceId }, update, upsert: true },
        })),
      );
      return found !== null;
    },
    advance: async (importId, { token, counts, place }) => {
      const rows = place === undefined ? {} : { first_row: place.first, last_row: place.last };
      const updated = await lanes.updateOne(
        { _id: idOf(importId, place?.lane ?? 0), token },
        { $inc: { ...counts, version: 1 }, $set: { ...rows, has_advanced: true } },
      );
      return updated.matchedCount === 1;
    },
    of: async (importIds) => {
      const found = await lanes
        .find({ _id: { $in: importIds.flatMap(idsOf) } })
        .sort({ _id: 1 })
        .lean<LaneDocument[]>();
      return Map.groupBy(found, ({ import_id }) => import_id);
    },
    remove: async (importId) => {
      await lanes.deleteMany({ _id: { $in: idsOf(importId) } });
    },
  };
}

function idsOf(importId: string): string[] {
  return Array.from({ length: LANES }, (_, lane) => idOf(importId, lane));
}

function idOf(importId: string, lane: number): string {
  return `${importId}:${String(lane)}`;
}
