import { tenantSchema } from '@outreach/mongo-kit';
import type { StoredEvent } from '../domain/fan-out.ts';

const RETENTION_SECONDS = 30 * 24 * 60 * 60;

export interface EventRow extends Omit<StoredEvent, 'id'> {
  readonly _id: string;
  readonly created_at: Date;
}

export const eventSchema = tenantSchema<EventRow>(
  {
    _id: String,
    sequence: Number,
    type: String,
    aggregate_id: String,
    occurred_at: Date,
    body: String,
    created_at: Date,
  },
  [
    [
      { workspace_id: 1, sequence: 1 },
      { name: 'feed', unique: true },
    ],
    [{ workspace_id: 1, aggregate_id: 1 }, { name: 'by_aggregate' }],
    [{ created_at: 1 }, { name: 'retention', expireAfterSeconds: RETENTION_SECONDS }],
  ],
);
