import type { Connection, QueryFilter } from 'mongoose';
import { z } from 'zod';
import { fromSendDocument, sendModel, type SendDocument } from '../sends/index.ts';
import type { SendPages } from './ports.ts';

const PAGE_SIZE = 1_000;
const Position = z.tuple([z.coerce.date(), z.string()]);

export function createSendPages(connection: Connection): SendPages {
  const sends = sendModel(connection);
  return {
    count: async (campaignId, limit) => sends.countDocuments({ campaign_id: campaignId }).limit(limit),
    campaignsOf: async (contactIds) =>
      sends.distinct('campaign_id', { contact_id: { $in: [...contactIds] }, thread_id: { $exists: false } }),
    read: async (campaignId, after) => {
      const found = await sends
        .find(filterOf(campaignId, after))
        .sort({ created_at: 1, _id: 1 })
        .hint('log')
        .limit(PAGE_SIZE)
        .lean<SendDocument[]>();
      const last = found.at(-1);
      const isLast = found.length < PAGE_SIZE || last === undefined;
      return {
        sends: found.map(fromSendDocument),
        after: isLast ? undefined : JSON.stringify([last.created_at, last._id]),
      };
    },
  };
}

function filterOf(campaignId: string, after: string): QueryFilter<SendDocument> {
  if (after === '') return { campaign_id: campaignId };
  const [createdAt, id] = Position.parse(JSON.parse(after));
  return {
    campaign_id: campaignId,
    created_at: { $gte: createdAt },
    $or: [{ created_at: { $gt: createdAt } }, { created_at: createdAt, _id: { $gt: id } }],
  };
}
