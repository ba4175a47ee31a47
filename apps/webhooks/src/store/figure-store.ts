import type { Model } from 'mongoose';
import { tenantSchema } from '@outreach/mongo-kit';
import { currentCall, type Clock } from '@outreach/service-kit';
import { NO_FIGURES, type EndpointFigures } from '../domain/endpoint.ts';
import { FRESH_HEALTH, type HealthRecord } from '../domain/health.ts';
import type { FigureStore } from '../domain/ports.ts';
import type { Models } from './models.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_SHOWN = 30;
const HOURS_RETENTION_SECONDS = (DAYS_SHOWN + 1) * 24 * 60 * 60;

/** The judged health of one endpoint; a row beside the endpoint, so that results never meet its changes. */
export interface HealthRow extends HealthRecord {
  readonly _id: string;
  readonly workspace_id: string;
  readonly last_delivery_at: Date | null;
  readonly version: number;
}

/** Counts of one endpoint in one hour: attempts by when they ended, deliveries by when they were made. */
export interface HourRow {
  readonly _id: string;
  readonly workspace_id: string;
  readonly endpoint_id: string;
  readonly hour: Date;
  readonly attempts: number;
  readonly failed_attempts: number;
  readonly deliveries: number;
  readonly failed_deliveries: number;
}

export const healthSchema = tenantSchema<HealthRow>({
  _id: String,
  status: String,
  successes_in_a_row: Number,
  failing_since: { type: Number, default: null },
  minutes: [{ _id: false, at: Number, attempts: Number, failures: Number }],
  last_delivery_at: { type: Date, default: null },
  version: Number,
});

export const hourSchema = tenantSchema<HourRow>(
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
    [{ hour: 1 }, { name: 'retention', expireAfterSeconds: HOURS_RETENTION_SECONDS }],
  ],
);

export function createFigureStore({ health, hours }: Models, clock: Clock): FigureStore {
  return {
    startDegraded: async (endpointId) => {
      // The tenant wall adds the workspace; the record is absent unless a delivery was faster than the test.
      const first = { ...FRESH_HEALTH, status: 'degraded' as const, last_delivery_at: null, version: 1 };
      const workspace_id = currentCall()?.workspaceId ?? '';
      await health.updateOne({ _id: endpointId, workspace_id }, { $setOnInsert: first }, { upsert: true });
    },
    read: async (endpointIds) => {
      const [records, sums] = await Promise.all([
        health.find({ _id: { $in: endpointIds } }).lean<HealthRow[]>(),
        sumHours(hours, endpointIds, clock.now()),
      ]);
      const byId = new Map(records.map((record) => [record._id, record]));
      return new Map(endpointIds.map((id) => [id, toFigures(byId.get(id), sums.get(id))]));
    },
  };
}

type Sums = Omit<EndpointFigures, 'health' | 'last_delivery_at'>;

async function sumHours(
  hours: Model<HourRow>,
  endpointIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, Sums>> {
  const dayAgo = new Date(nowMs - DAY_MS);
  const lastDay = (member: string) => ({ $sum: { $cond: [{ $gt: ['$hour', dayAgo] }, member, 0] } });
  const rows = await hours.aggregate<Sums & { _id: string }>([
    { $match: { endpoint_id: { $in: endpointIds }, hour: { $gt: new Date(nowMs - DAYS_SHOWN * DAY_MS) } } },
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
  return new Map(rows.map(({ _id, ...sums }) => [_id, sums]));
}

function toFigures(health: HealthRow | undefined, sums: Sums | undefined): EndpointFigures {
  return {
    ...NO_FIGURES,
    ...sums,
    health: health?.status ?? NO_FIGURES.health,
    last_delivery_at: health?.last_delivery_at ?? null,
  };
}
