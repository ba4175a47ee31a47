import type { Connection } from 'mongoose';
import { createSeenReports, type SeenReports } from '../outcomes/index.ts';
import { sendModel, type SendDocument } from '../sends/index.ts';
import type { SendStatuses } from './ports.ts';

/** Longer than the broker redelivers a message. */
const KEPT_SECONDS = 24 * 60 * 60;

/** Hits are counted once by the ids of their events. */
export function createCountedHits(connection: Connection, now: () => number): SeenReports {
  return createSeenReports({ connection, collection: 'tracking_hits', keptSeconds: KEPT_SECONDS, now });
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
