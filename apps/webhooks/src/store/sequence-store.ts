import type { Model } from 'mongoose';
import { tenantSchema } from '@outreach/mongo-kit';
import { currentCall } from '@outreach/service-kit';
import type { EndpointCount } from '../domain/ports.ts';

/** One row per workspace from its first endpoint on: what must be counted without a gap or a doubt. */
export interface SequenceRow {
  readonly _id: string;
  readonly workspace_id: string;
  readonly endpoint_count: number;
  readonly event_sequence: number;
  readonly endpoint_sequences: Readonly<Record<string, number>>;
}

export const sequenceSchema = tenantSchema<SequenceRow>({
  _id: String,
  endpoint_count: Number,
  event_sequence: Number,
  endpoint_sequences: Object,
});

/** Two requests that add at once write the same row, so their transactions run one after the other. */
export function createEndpointCount(rows: Model<SequenceRow>): EndpointCount {
  return {
    add: async (endpointId, max) => {
      const _id = currentCall()?.workspaceId ?? '';
      const first = { endpoint_count: 0, event_sequence: 0, endpoint_sequences: {} };
      await rows.updateOne({ _id }, { $setOnInsert: first }, { upsert: true });
      const added = await rows.updateOne(
        { _id, endpoint_count: { $lt: max } },
        { $inc: { endpoint_count: 1 }, $set: { [`endpoint_sequences.${endpointId}`]: 0 } },
      );
      return added.matchedCount === 1;
    },
    remove: async (endpointId) => {
      const _id = currentCall()?.workspaceId ?? '';
      const change = { $inc: { endpoint_count: -1 }, $unset: { [`endpoint_sequences.${endpointId}`]: 1 } };
      await rows.updateOne({ _id }, change);
    },
  };
}
