import type { DeliveryStatus } from '@outreach/contracts-webhooks';
import { ENDED } from '@outreach/job-kit/leased-rows';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import type { Model } from 'mongoose';
import { LIVE_RUN } from '../delivery-model/index.ts';
import type { DeliveryDocument } from './delivery.store.ts';
import type { EndpointFeed, ReplayDeliveries } from './ports.ts';

const LIST = 'endpoint-events';

/** The fields of a delivery that was removed before its first attempt; it belongs to no replay. */
export const REMOVED = { is_removed: true, replay_id: null, held: false, ...ENDED } as const;

export function createEndpointFeed(deliveries: Model<DeliveryDocument>, cursors: Cursors): EndpointFeed {
  return {
    list: async ({ endpointId, types, after }, page) =>
      findPage(cursors, {
        model: deliveries,
        list: LIST,
        filter: {
          endpoint_id: endpointId,
          run: LIVE_RUN,
          sequence: { $gt: after },
          ...(types.length === 0 ? {} : { event_type: { $in: [...types] } }),
        },
        asked: JSON.stringify([endpointId, after, types]),
        sortField: 'sequence',
        isNumber: true,
        isAscending: true,
        projection: { event_id: 1, sequence: 1 },
        page,
        toItem: ({ event_id, sequence }) => ({ event_id, sequence: sequence ?? 0 }),
      }),
    sequencesOf: async (endpointId, eventIds) => {
      const found = await deliveries
        .find(
          { endpoint_id: endpointId, event_id: { $in: [...eventIds] }, run: LIVE_RUN },
          { event_id: 1, sequence: 1 },
        )
        .lean<Pick<DeliveryDocument, 'event_id' | 'sequence'>[]>();
      return new Map(
        found.flatMap(({ event_id, sequence }) => (sequence === null ? [] : [[event_id, sequence]])),
      );
    },
  };
}

export function createReplayDeliveries(deliveries: Model<DeliveryDocument>): ReplayDeliveries {
  return {
    count: async (replayId) => {
      const counts = await deliveries.aggregate<{ readonly _id: DeliveryStatus; readonly count: number }>([
        { $match: { replay_id: replayId } },
        { $group: { _id: '$status', count: { $sum: 1 } } },
      ]);
      const byStatus = new Map(counts.map(({ _id, count }) => [_id, count]));
      const of = (status: DeliveryStatus): number => byStatus.get(status) ?? 0;
      return { success: of('success'), failed: of('failed'), pending: of('pending') };
    },
    hasPending: async (replayId) =>
      (await deliveries.exists({ replay_id: replayId, status: 'pending' })) !== null,
    removeUnsent: async (replayId) => {
      const unsent = { replay_id: replayId, status: 'pending' as const, lease_token: null };
      // A number that the replay has given to an event stays in the feed of the endpoint.
      await deliveries.updateMany({ ...unsent, run: LIVE_RUN }, { $set: REMOVED });
      await deliveries.deleteMany(unsent);
    },
  };
}
