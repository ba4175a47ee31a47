import { defineModel, tenantSchema, type UnitWrites } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { Campaign } from './campaign.ts';
import type { CampaignStore } from './ports.ts';

type CampaignDocument = Omit<Campaign, 'id'> & {
  readonly _id: string;
  /** The last request that enrolled contacts. */
  readonly last_enrolled_at?: Date;
};

const schema = tenantSchema<CampaignDocument>(
  {
    _id: String,
    sequence_id: { type: String, required: true },
    status: { type: String, required: true },
    contact_filter: { _id: false, segment_ids: [String], icp_tier: [String], grade: [String] },
    allow_risky_contacts: { type: Boolean, required: true },
    last_enrolled_at: Date,
  },
  [[{ workspace_id: 1, sequence_id: 1, status: 1 }, { name: 'of_sequence' }]],
);

export function createCampaignStore(connection: Connection, writes: UnitWrites): CampaignStore {
  const campaigns: Model<CampaignDocument> = defineModel(connection, 'campaigns', schema);
  return {
    findById: async (id) => {
      const found = await campaigns.findOne({ _id: id }).lean<CampaignDocument>();
      return found === null ? undefined : fromDocument(found);
    },
    activeOf: async (sequenceId, limit) => {
      const filter = { sequence_id: sequenceId, status: 'active' as const };
      return (await campaigns.find(filter).limit(limit).lean<CampaignDocument[]>()).map(fromDocument);
    },
    markEnrolled: async ({ id, status }, at) =>
      writes.change(campaigns, { filter: { _id: id, status }, set: { last_enrolled_at: at } }),
  };
}

function fromDocument(document: CampaignDocument): Campaign {
  const { _id, workspace_id, sequence_id, status, contact_filter, allow_risky_contacts } = document;
  return { id: _id, workspace_id, sequence_id, status, contact_filter, allow_risky_contacts };
}
