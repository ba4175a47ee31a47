import type { Connection } from 'mongoose';
import type { QueuedSends } from './ports.ts';
import { sendModel, type SendDocument } from './send-model.store.ts';

/** A canceled or dropped send is not claimed. */
const ENDED = { due_at: null } as const;

export interface QueuedSendsOptions {
  readonly connection: Connection;
  /** Called after the commit of sends that may be due. */
  readonly onDue: () => void;
}

export function createQueuedSends({ connection, onDue }: QueuedSendsOptions): QueuedSends {
  const sends = sendModel(connection);
  return {
    cancel: async (enrollmentIds) => {
      if (enrollmentIds.length === 0) return 0;
      const filter = { enrollment_id: { $in: [...enrollmentIds] }, status: 'queued' as const };
      return (await sends.updateMany(filter, { $set: { status: 'canceled', ...ENDED } })).modifiedCount;
    },
    cancelOf: async (campaignId) => {
      const filter = { campaign_id: campaignId, status: 'queued' as const };
      await sends.updateMany(filter, { $set: { status: 'canceled', ...ENDED } });
    },
    count: async (campaignId) => sends.countDocuments({ campaign_id: campaignId, status: 'queued' }),
    dropBefore: async (campaignId, time) => {
      const filter = { campaign_id: campaignId, status: 'queued' as const, scheduled_at: { $lt: time } };
      const stale = await sends
        .find(filter, { enrollment_id: 1 })
        .lean<Pick<SendDocument, 'enrollment_id'>[]>();
      await sends.updateMany(filter, { $set: { status: 'dropped', ...ENDED } });
      return stale.map(({ enrollment_id }) => enrollment_id);
    },
    endHold: async (campaignId) => {
      const filter = { campaign_id: campaignId, status: 'queued' as const, due_at: null };
      await sends.updateMany(filter, [{ $set: { due_at: '$scheduled_at' } }], { updatePipeline: true });
      onDue();
    },
  };
}
