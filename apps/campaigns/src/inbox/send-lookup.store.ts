import type { Connection } from 'mongoose';
import { ownerOf, sendModel, type SendDocument } from '../sends/index.ts';
import type { SendLookup, SendReference } from './ports.ts';

const FIELDS = {
  campaign_id: 1,
  contact_id: 1,
  contact_email: 1,
  enrollment_id: 1,
  from_email: 1,
  sending_account_id: 1,
  sent_at: 1,
  status: 1,
  thread_id: 1,
  answer: 1,
} as const;

type Found = Pick<SendDocument, '_id' | keyof typeof FIELDS>;

/** Sends of the current call's workspace that messages are about. */
export function createSendLookup(connection: Connection): SendLookup {
  const sends = sendModel(connection);
  return {
    findByIds: async (ids) => {
      if (ids.length === 0) return [];
      return (await sends.find({ _id: { $in: [...ids] } }, FIELDS).lean<Found[]>()).map(fromFound);
    },
    findSince: async (enrollmentIds, since) => {
      if (enrollmentIds.length === 0) return [];
      const filter = { enrollment_id: { $in: [...enrollmentIds] }, sent_at: { $gte: since } };
      const found = await sends.find(filter, FIELDS).hint('one_per_step').lean<Found[]>();
      return found.map(fromFound).toSorted((one, other) => Number(other.sent_at) - Number(one.sent_at));
    },
  };
}

/** An answer belongs to the campaign and the enrollment of its thread. */
function fromFound({ _id, answer, ...send }: Found): SendReference {
  const { campaign_id, enrollment_id } = ownerOf({ ...send, ...(answer !== undefined && { answer }) });
  return { id: _id, ...send, campaign_id, enrollment_id };
}
