import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import { sendModel, type SendDocument } from '../sends/index.ts';
import type { CountedHits, SendStatuses } from './ports.ts';

/** Longer than the broker redelivers a message. */
const KEPT_SECONDS = 24 * 60 * 60;

/** `_id` is the id of the event. */
interface HitDocument {
  readonly _id: string;
  readonly workspace_id: string;
  readonly at: Date;
}

const schema = tenantSchema<HitDocument>({ _id: String, at: { type: Date, required: true } }, [
  [{ at: 1 }, { name: 'expiry', expireAfterSeconds: KEPT_SECONDS }],
]);

export function createCountedHits(connection: Connection, now: () => number): CountedHits {
  const hits: Model<HitDocument> = defineModel(connection, 'tracking_hits', schema);
  return {
    takeNew: async (ids) => {
      const known = await hits
        .find({ _id: { $in: [...ids] } }, { _id: 1 })
        .lean<Pick<HitDocument, '_id'>[]>();
      const counted = new Set(known.map(({ _id }) => _id));
      const added = new Set(ids.filter((id) => !counted.has(id)));
      const at = new Date(now());
      if (added.size > 0)
        await hits.insertMany(
          [...added].map((_id) => ({ _id, at })),
          { lean: true },
        );
      return added;
    },
  };
}

export function createSendStatuses(connection: Connection): SendStatuses {
  const sends = sendModel(connection);
  return {
    statusesOf: async (ids) => {
      const found = await sends
        .find({ _id: { $in: [...ids] } }, { status: 1 })
        .lean<Pick<SendDocument, '_id' | 'status'>[]>();
      return new Map(found.map(({ _id, status }) => [_id, status]));
    },
  };
}
