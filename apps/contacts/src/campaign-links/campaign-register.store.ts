import type { Connection, Model } from 'mongoose';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { CampaignRegister } from './ports.ts';

/** A registered campaign, with the segments that it uses until it is released. */
interface CampaignDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly segment_ids: readonly string[];
}

const schema = tenantSchema<CampaignDocument>({ _id: String, segment_ids: [String] }, [
  [{ workspace_id: 1, segment_ids: 1 }, { name: 'by_segment' }],
]);

export function createCampaignRegister(connection: Connection): CampaignRegister {
  const campaigns: Model<CampaignDocument> = defineModel(connection, 'registered_campaigns', schema);
  return {
    known: async (ids) => {
      const found = await campaigns.find({ _id: { $in: ids } }, { _id: 1 }).lean<{ _id: string }[]>();
      return new Set(found.map(({ _id }) => _id));
    },
    register: async (id, segmentIds) => {
      const update = { $set: { segment_ids: [...segmentIds] } };
      await campaigns.updateOne({ _id: id }, update, { upsert: true });
    },
    release: async (id) => {
      await campaigns.updateOne({ _id: id }, { $set: { segment_ids: [] } });
    },
    usesSegment: async (segmentId) =>
      (await campaigns.findOne({ segment_ids: segmentId }, { _id: 1 }).lean()) !== null,
  };
}
