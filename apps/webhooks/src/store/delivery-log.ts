import type { Model, QueryFilter } from 'mongoose';
import { findPage, tenantSchema, type Cursors } from '@outreach/mongo-kit';
import { DELIVERY_STATUSES, TEST_RUN, type Delivery } from '../domain/delivery.ts';
import type { DeliveryFilter, DeliveryLog } from '../domain/ports.ts';

const RETENTION_SECONDS = 30 * 24 * 60 * 60;
const LIST = 'deliveries';

export interface DeliveryRow extends Omit<Delivery, 'id'> {
  readonly _id: string;
  /** When a worker may take it: its next attempt, or the end of the lease of the one who has it. */
  readonly due_at: Date | null;
  /** True while it waits for its endpoint to be active again. */
  readonly held: boolean;
  readonly lease_token: string | null;
}

export const deliverySchema = tenantSchema<DeliveryRow>(
  {
    _id: String,
    endpoint_id: String,
    event_id: String,
    event_type: String,
    run: String,
    sequence: { type: Number, default: null },
    status: String,
    status_code: { type: Number, default: null },
    response_body: { type: String, default: null },
    latency_ms: { type: Number, default: null },
    error: { type: String, default: null },
    delivered_at: { type: Date, default: null },
    next_attempt_at: { type: Date, default: null },
    attempts: [{ _id: false, at: Date, status_code: Number, latency_ms: Number, error: String }],
    attempt_count: Number,
    is_test: Boolean,
    is_replay: Boolean,
    replay_id: { type: String, default: null },
    created_at: Date,
    due_at: { type: Date, default: null },
    held: Boolean,
    lease_token: { type: String, default: null },
  },
  [
    [
      { workspace_id: 1, endpoint_id: 1, event_id: 1, run: 1 },
      { name: 'once', unique: true },
    ],
    [{ workspace_id: 1, endpoint_id: 1, created_at: -1, _id: -1 }, { name: 'log' }],
    // Work of all workspaces is found by its time, so these two do not begin with a workspace.
    [
      { due_at: 1, endpoint_id: 1 },
      { name: 'due', partialFilterExpression: { due_at: { $type: 'date' } } },
    ],
    [{ created_at: 1 }, { name: 'retention', expireAfterSeconds: RETENTION_SECONDS }],
    [
      { workspace_id: 1, endpoint_id: 1, held: 1 },
      { name: 'held', partialFilterExpression: { held: true } },
    ],
  ],
);

export function createDeliveryLog(rows: Model<DeliveryRow>, cursors: Cursors): DeliveryLog {
  return {
    list: async (filter, page) =>
      findPage(cursors, {
        model: rows,
        list: LIST,
        filter: toQuery(filter),
        asked: canonical(filter),
        page,
        toItem: fromRow,
      }),
    findTest: async (endpointId, eventId) => {
      const filter = { endpoint_id: endpointId, event_id: eventId, run: TEST_RUN };
      const row = await rows.findOne(filter).lean<DeliveryRow>();
      return row === null ? undefined : fromRow(row);
    },
    log: async ({ id, endpoint_id, event_id, run, ...delivery }) => {
      const row = { ...delivery, _id: id, due_at: null, held: false, lease_token: null };
      await rows.updateOne({ endpoint_id, event_id, run }, { $setOnInsert: row }, { upsert: true });
    },
  };
}

function toQuery(filter: DeliveryFilter): QueryFilter<DeliveryRow> {
  const { endpointId, status, eventType, deliveredAfter, deliveredBefore } = filter;
  const conditions: QueryFilter<DeliveryRow>[] = [{ endpoint_id: endpointId }];
  if (status !== undefined)
    conditions.push({ status: DELIVERY_STATUSES.find((known) => known === status) ?? null });
  if (eventType !== undefined) conditions.push({ event_type: eventType });
  if (deliveredAfter !== undefined) conditions.push({ delivered_at: { $gt: deliveredAfter } });
  if (deliveredBefore !== undefined) conditions.push({ delivered_at: { $lt: deliveredBefore } });
  return { $and: conditions };
}

function canonical(filter: DeliveryFilter): string {
  const { endpointId, status, eventType, deliveredAfter, deliveredBefore } = filter;
  return JSON.stringify([
    endpointId,
    status,
    eventType,
    deliveredAfter?.getTime(),
    deliveredBefore?.getTime(),
  ]);
}

function fromRow({ _id, due_at: _due, held, lease_token: _token, ...row }: DeliveryRow): Delivery {
  return { id: _id, ...row, next_attempt_at: held ? null : row.next_attempt_at };
}
