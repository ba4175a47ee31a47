import { createLeasedRows, type LeasedRows, type LeasedRowsOptions } from '@outreach/job-kit/leased-rows';
import { defineModel, tenantSchema } from '@outreach/mongo-kit';
import { findPage, type Cursors } from '@outreach/mongo-kit/paging';
import { isSampled } from '@outreach/service-kit/tracing';
import type { Connection, Model, QueryFilter } from 'mongoose';
import { LIVE_RUN, TEST_RUN, type Delivery, type PlannedDelivery } from '../delivery-model/index.ts';
import type {
  DeliveryErasure,
  DeliveryFilter,
  ErasedDeliveries,
  DeliveryInserts,
  DeliveryLog,
} from './ports.ts';

const RETENTION_SECONDS = 30 * 24 * 60 * 60;
const LIST = 'deliveries';
const DUE_INDEX = 'due';

export interface DeliveryDocument extends Omit<Delivery, 'id'> {
  readonly _id: string;
  /** The earliest time at which a worker may take it: its next attempt, or the end of its lease. */
  readonly due_at: Date | null;
  /** True while it waits for its endpoint to be active again. */
  readonly held: boolean;
  readonly lease_token: string | null;
  /** True after its replay was canceled before its first attempt. Its sequence stays in the feed of the endpoint. */
  readonly is_removed?: boolean;
}

const schema = tenantSchema<DeliveryDocument>(
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
    // Without a schema of its own: mongoose would make a document of each attempt.
    attempts: Array,
    attempt_count: Number,
    is_test: Boolean,
    is_replay: Boolean,
    replay_id: { type: String, default: null },
    created_at: Date,
    traceparent: String,
    due_at: { type: Date, default: null },
    held: Boolean,
    lease_token: { type: String, default: null },
    is_removed: Boolean,
  },
  [
    [
      { workspace_id: 1, endpoint_id: 1, event_id: 1, run: 1 },
      { name: 'once', unique: true },
    ],
    [{ workspace_id: 1, endpoint_id: 1, created_at: -1, _id: -1 }, { name: 'log' }],
    // Workers look for due deliveries of all workspaces, so this index does not begin with a workspace.
    [
      { due_at: 1, endpoint_id: 1 },
      { name: DUE_INDEX, partialFilterExpression: { due_at: { $type: 'date' } } },
    ],
    [{ created_at: 1 }, { name: 'retention', expireAfterSeconds: RETENTION_SECONDS }],
    [
      { workspace_id: 1, endpoint_id: 1, held: 1 },
      { name: 'held', partialFilterExpression: { held: true } },
    ],
    [
      { workspace_id: 1, endpoint_id: 1, sequence: 1 },
      { name: 'feed', partialFilterExpression: { run: LIVE_RUN } },
    ],
    [
      { workspace_id: 1, replay_id: 1, status: 1 },
      { name: 'replay', partialFilterExpression: { replay_id: { $type: 'string' } } },
    ],
  ],
);

/** The collection `deliveries`, shared by the stores of this feature. */
export function defineDeliveries(connection: Connection): Model<DeliveryDocument> {
  return defineModel(connection, 'deliveries', schema);
}

/** The leases of deliveries, for the workers of all workspaces. */
export function createDeliveryLeases(
  options: Omit<LeasedRowsOptions<DeliveryDocument>, 'index'>,
): LeasedRows<DeliveryDocument> {
  return createLeasedRows({ ...options, index: DUE_INDEX });
}

export function createDeliveryLog(deliveries: Model<DeliveryDocument>, cursors: Cursors): DeliveryLog {
  return {
    list: async (filter, page) =>
      findPage(cursors, {
        model: deliveries,
        list: LIST,
        filter: toQuery(filter),
        asked: toCursorBinding(filter),
        page,
        toItem: fromDocument,
      }),
    find: async (endpointId, id) => {
      const filter = { _id: id, endpoint_id: endpointId, is_removed: { $ne: true } };
      const document = await deliveries.findOne(filter).lean<DeliveryDocument>();
      return document === null ? undefined : fromDocument(document);
    },
    findTest: async (endpointId, eventId) => {
      const filter = { endpoint_id: endpointId, event_id: eventId, run: TEST_RUN };
      const document = await deliveries.findOne(filter).lean<DeliveryDocument>();
      return document === null ? undefined : fromDocument(document);
    },
    log: async ({ id, endpoint_id, event_id, run, ...delivery }) => {
      const $setOnInsert = { ...delivery, _id: id, due_at: null, held: false, lease_token: null };
      await deliveries.updateOne({ endpoint_id, event_id, run }, { $setOnInsert }, { upsert: true });
    },
  };
}

export function createDeliveryInserts(deliveries: Model<DeliveryDocument>): DeliveryInserts {
  return {
    insert: async (planned) => {
      await deliveries.insertMany(planned.map(toDocument), { lean: true });
    },
  };
}

/** @param onDue called in the transaction of an erasure that makes deliveries due. */
export function createDeliveryErasure(
  deliveries: Model<DeliveryDocument>,
  onDue: () => void,
): DeliveryErasure {
  return {
    answersTo: async (answered) => {
      const found = await deliveries.find(filterOf(answered)).lean<DeliveryDocument[]>();
      return found.map(({ _id: id, endpoint_id, event_id, status, response_body, error }) => ({
        ...{ id, endpoint_id, event_id, status, response_body, error },
      }));
    },
    erase: async ({ at, ...erased }) => {
      const filter = filterOf(erased);
      const blank = { response_body: null, error: null, 'attempts.$[].error': null };
      await deliveries.updateMany(filter, { $set: blank });
      const interrupted = await deliveries.updateMany(
        { ...filter, lease_token: { $ne: null } },
        { $set: { lease_token: null, due_at: at } },
      );
      if (interrupted.matchedCount > 0) onDue();
    },
  };
}

/** The endpoint ids let the query use the index `once`. */
function filterOf({ workspaceId, endpointIds, eventIds }: Omit<ErasedDeliveries, 'at'>) {
  return {
    workspace_id: workspaceId,
    endpoint_id: { $in: [...endpointIds] },
    event_id: { $in: [...eventIds] },
  };
}

function toQuery(filter: DeliveryFilter): QueryFilter<DeliveryDocument> {
  const { endpoint_id, status, event_type, delivered_after, delivered_before } = filter;
  const conditions: QueryFilter<DeliveryDocument>[] = [{ endpoint_id, is_removed: { $ne: true } }];
  if (status !== undefined) conditions.push({ status });
  if (event_type !== undefined) conditions.push({ event_type });
  if (delivered_after !== undefined) conditions.push({ delivered_at: { $gt: delivered_after } });
  if (delivered_before !== undefined) conditions.push({ delivered_at: { $lt: delivered_before } });
  return { $and: conditions };
}

/** The filter as text: a cursor is valid for the filter that it was made for. */
function toCursorBinding(filter: DeliveryFilter): string {
  const { endpoint_id, status, event_type, delivered_after: from, delivered_before: to } = filter;
  return JSON.stringify([endpoint_id, status, event_type, from?.getTime(), to?.getTime()]);
}

function fromDocument({
  _id,
  due_at: _due,
  lease_token: _token,
  is_removed: _removed,
  held,
  ...delivery
}: DeliveryDocument): Delivery {
  return { id: _id, ...delivery, next_attempt_at: held ? null : delivery.next_attempt_at };
}

function toDocument({ delivery, job, held }: PlannedDelivery): DeliveryDocument {
  const { id: _id, traceparent, ...fields } = delivery;
  const isTraced = traceparent !== undefined && isSampled(traceparent);
  const dueAt = job === undefined ? delivery.created_at : new Date(job.lease_until_ms);
  return {
    _id,
    ...fields,
    ...(isTraced ? { traceparent } : {}),
    due_at: held ? null : dueAt,
    held,
    lease_token: job?.lease_token ?? null,
  };
}
