import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import type { Connection, Model } from 'mongoose';
import type { CountedStats, HourCounts, HourStore } from './ports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_SHOWN = 30;
const RETENTION_SECONDS = (DAYS_SHOWN + 1) * 24 * 60 * 60;
/** Lost counts make the stats slightly too small, so the acknowledgement of one replica is enough. */
const ONE_REPLICA = { writeConcern: { w: 1 } } as const;

interface HourDocument extends Omit<HourCounts, 'endpointId' | 'workspaceId'> {
  readonly _id: string;
  readonly workspace_id: string;
  readonly endpoint_id: string;
}

const schema = tenantSchema<HourDocument>(
  {
    _id: String,
    endpoint_id: String,
    hour: Date,
    attempts: Number,
    failed_attempts: Number,
    deliveries: Number,
    failed_deliveries: Number,
  },
  [
    [{ workspace_id: 1, endpoint_id: 1, hour: 1 }, { name: 'by_endpoint' }],
    [{ hour: 1 }, { name: 'retention', expireAfterSeconds: RETENTION_SECONDS }],
  ],
);

export function createHourStore(connection: Connection): HourStore {
  const hours: Model<HourDocument> = defineModel(connection, 'endpoint_hours', schema);
  return {
    add: async (counts) => {
      await hours.bulkWrite(counts.map(toUpdate), { ordered: false, ...ONE_REPLICA });
    },
    sum: async (endpointIds, nowMs) => {
      const dayAgo = new Date(nowMs - DAY_MS);
      const lastDay = (field: string) => ({ $sum: { $cond: [{ $gt: ['$hour', dayAgo] }, field, 0] } });
      const since = new Date(nowMs - DAYS_SHOWN * DAY_MS);
      const sums = await hours.aggregate<CountedStats & { _id: string }>([
        { $match: { endpoint_id: { $in: [...endpointIds] }, hour: { $gt: since } } },
        {
          $group: {
            _id: '$endpoint_id',
            attempts_24h: lastDay('$attempts'),
            failed_attempts_24h: lastDay('$failed_attempts'),
            total_deliveries_30d: { $sum: '$deliveries' },
            failed_deliveries_30d: { $sum: '$failed_deliveries' },
          },
        },
      ]);
      return new Map(sums.map(({ _id, ...counted }) => [_id, counted]));
    },
  };
}

function toUpdate({ endpointId, workspaceId, hour, ...counts }: HourCounts) {
  const $setOnInsert = { workspace_id: workspaceId, endpoint_id: endpointId, hour };
  const filter = { _id: `${endpointId}:${hour.toISOString()}` };
  return { updateOne: { filter, update: { $setOnInsert, $inc: counts }, upsert: true } };
}
