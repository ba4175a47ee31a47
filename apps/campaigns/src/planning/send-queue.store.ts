import { isDuplicateKey } from '@outreach/mongo-kit';
import type { Units } from '@outreach/mongo-kit/units';
import type { Connection } from 'mongoose';
import { sendModel, toSendDocument, type SendDocument } from '../sends/index.ts';
import type { SendQueue } from './ports.ts';

export function createSendQueue(connection: Connection, { writes }: Pick<Units, 'writes'>): SendQueue {
  const sends = sendModel(connection);
  return {
    add: async (added) => writes.insert(sends, added.map(toSendDocument)),
    isAddedTwice: isDuplicateKey,
    queued: async (campaignId) => {
      const filter = { campaign_id: campaignId, status: 'queued' as const };
      const [next] = await sends
        .find(filter, { scheduled_at: 1 })
        .sort({ scheduled_at: 1 })
        .limit(1)
        .lean<Pick<SendDocument, 'scheduled_at'>[]>();
      return { count: await sends.countDocuments(filter), nextAt: next?.scheduled_at };
    },
    plannedSteps: async (enrollmentIds) => {
      const found = await sends
        .find({ enrollment_id: { $in: [...enrollmentIds] } }, { enrollment_id: 1, step_number: 1 })
        .lean<Pick<SendDocument, 'enrollment_id' | 'step_number'>[]>();
      const byEnrollment = Map.groupBy(found, ({ enrollment_id: id }) => id);
      return new Map(
        [...byEnrollment].map(([id, own]) => [id, new Set(own.map(({ step_number: step }) => step))]),
      );
    },
  };
}
