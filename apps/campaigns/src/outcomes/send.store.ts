import { changedFields } from '@outreach/values';
import type { Connection } from 'mongoose';
import { fromSendDocument, sendModel, type SendDocument } from '../sends/index.ts';
import type { SendStore } from './ports.ts';

export function createSendStore(connection: Connection): SendStore {
  const sends = sendModel(connection);
  return {
    findByIds: async (ids) => {
      const found = await sends.find({ _id: { $in: [...ids] } }).lean<SendDocument[]>();
      return found.map(fromSendDocument);
    },
    save: async (changed) => {
      if (changed.length === 0) return;
      const { matchedCount } = await sends.bulkWrite(
        changed.map(({ before, after }) => ({
          updateOne: {
            filter: { _id: after.id, version: before.version, lease_token: before.lease_token },
            update: { $set: changedFields(before, after) },
          },
        })),
        { ordered: false },
      );
      if (matchedCount !== changed.length) throw new Error('A send was changed after it was read.');
    },
    remove: async (ids) => {
      if (ids.length > 0) await sends.deleteMany({ _id: { $in: [...ids] } });
    },
  };
}
