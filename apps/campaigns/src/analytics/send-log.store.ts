import type { SendStatus } from '@outreach/contracts-campaigns/records';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import type { Connection } from 'mongoose';
import { OPEN_STATUSES } from '../enrollments/index.ts';
import { fromSendDocument, sendModel } from '../sends/index.ts';
import type { SendLog } from './ports.ts';

const WAITING: readonly SendStatus[] = ['queued', 'sending'];

export function createSendLog(connection: Connection, cursors: Cursors): SendLog {
  const sends = sendModel(connection);
  return {
    list: async ({ campaignId, statuses, page }) =>
      findPage(cursors, {
        model: sends,
        list: 'sends',
        filter: {
          campaign_id: campaignId,
          ...(statuses.length === 0 ? {} : { status: { $in: [...statuses] } }),
        },
        asked: JSON.stringify([campaignId, ...statuses.toSorted()]),
        page,
        toItem: fromSendDocument,
      }),
    countByStatus: async (campaignId) => {
      const counts = await sends.aggregate<{ _id: SendStatus; count: number }>([
        { $match: { campaign_id: campaignId } },
        { $group: { _id: '$status', count: { $sum: 1 } } },
      ]);
      return new Map(counts.map(({ _id, count }) => [_id, count]));
    },
    countOrphans: async (campaignId) => {
      const [found] = await sends.aggregate<{ count: number }>([
        { $match: { campaign_id: campaignId, status: { $in: [...WAITING] } } },
        {
          $lookup: {
            from: 'enrollments',
            localField: 'enrollment_id',
            foreignField: '_id',
            as: 'enrollment',
          },
        },
        { $match: { 'enrollment.status': { $nin: [...OPEN_STATUSES] } } },
        { $count: 'count' },
      ]);
      return found?.count ?? 0;
    },
  };
}
