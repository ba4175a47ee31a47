import type { SEND_STATUSES } from '@outreach/contracts-campaigns';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { QueuedSends } from './ports.ts';

interface SendDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly campaign_id: string;
  readonly enrollment_id: string;
  readonly step_number: number;
  readonly status: (typeof SEND_STATUSES)[number];
  readonly scheduled_at: Date;
}

const schema = tenantSchema<SendDocument>(
  {
    _id: String,
    campaign_id: { type: String, required: true },
    enrollment_id: { type: String, required: true },
    step_number: { type: Number, required: true },
    status: { type: String, required: true },
    scheduled_at: { type: Date, required: true },
  },
  [
    [
      { workspace_id: 1, enrollment_id: 1, step_number: 1 },
      { name: 'one_per_step', unique: true },
    ],
    [{ workspace_id: 1, campaign_id: 1, status: 1, scheduled_at: 1 }, { name: 'of_campaign' }],
  ],
);

export function createSendStore(connection: Connection): QueuedSends {
  const sends: Model<SendDocument> = defineModel(connection, 'sends', schema);
  return {
    cancel: async (enrollmentIds) => {
      if (enrollmentIds.length === 0) return 0;
      const filter = { enrollment_id: { $in: [...enrollmentIds] }, status: 'queued' as const };
      return (await sends.updateMany(filter, { $set: { status: 'canceled' } })).modifiedCount;
    },
    cancelOf: async (campaignId) => {
      const filter = { campaign_id: campaignId, status: 'queued' as const };
      await sends.updateMany(filter, { $set: { status: 'canceled' } });
    },
    count: async (campaignId) => sends.countDocuments({ campaign_id: campaignId, status: 'queued' }),
    dropBefore: async (campaignId, time) => {
      const filter = { campaign_id: campaignId, status: 'queued' as const, scheduled_at: { $lt: time } };
      const stale = await sends
        .find(filter, { enrollment_id: 1 })
        .lean<Pick<SendDocument, 'enrollment_id'>[]>();
      await sends.updateMany(filter, { $set: { status: 'dropped' } });
      return stale.map(({ enrollment_id }) => enrollment_id);
    },
  };
}
