import type { DomainEvent } from '@outreach/event-schema';
import { LIVE_RUN, type Delivery, type DeliveryJob } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';
import { erasableId, withoutPersonalData } from './erased-body.ts';
import { deliveryBody } from './event-body.ts';

/** The running numbers of a workspace that has, or once had, an endpoint. */
export interface Sequences {
  readonly workspace_id: string;
  /** Number of the last event kept. */
  event_sequence: number;
  /** Number of the last event meant for each endpoint. */
  readonly endpoint_sequences: Record<string, number>;
}

/** An event as it is kept for deliveries, feed and replay. */
export interface StoredEvent {
  readonly id: string;
  readonly workspace_id: string;
  readonly sequence: number;
  readonly type: string;
  /** Of the record with whose erasure its data goes: for mail the contact, not the send. */
  readonly aggregate_id: string;
  readonly occurred_at: Date;
  /** The delivery body, the same bytes for every endpoint and attempt. */
  readonly body: string;
}

export interface Lease {
  readonly token: string;
  readonly untilMs: number;
}

export interface PlannedDelivery {
  readonly delivery: Delivery;
  /** Present when the delivery is born leased: the worker of this process sends it at once. */
  readonly job: DeliveryJob | undefined;
  /** True while the endpoint is paused: nobody looks for the delivery until it is active again. */
  readonly held: boolean;
}

export interface FanOutInput {
  readonly events: readonly DomainEvent[];
  /** Of the workspaces of the events; those that never had an endpoint are absent. */
  readonly sequences: ReadonlyMap<string, Sequences>;
  readonly endpoints: readonly Endpoint[];
  /** Ids of records of which nothing personal may be kept or told any more. */
  readonly erased: ReadonlySet<string>;
  readonly nowMs: number;
  readonly newDeliveryId: () => string;
  /** A lease if the worker takes one more delivery of that endpoint now. */
  readonly lease: (endpointId: string) => Lease | undefined;
}

export interface FanOutPlan {
  readonly events: readonly StoredEvent[];
  readonly deliveries: readonly PlannedDelivery[];
}

/** Numbers the events and makes one delivery per matching endpoint; `sequences` is moved on in place. */
export function planFanOut(input: FanOutInput): FanOutPlan {
  const events: StoredEvent[] = [];
  const deliveries: PlannedDelivery[] = [];
  const byWorkspace = Map.groupBy(input.endpoints, (endpoint) => endpoint.workspace_id);
  for (const given of input.events) {
    const event = input.erased.has(erasableId(given)) ? withoutPersonalData(given) : given;
    const sequences = input.sequences.get(event.workspace_id);
    if (sequences === undefined) continue;
    sequences.event_sequence += 1;
    const stored = storeEvent(event, { sequence: sequences.event_sequence, aggregateId: erasableId(given) });
    events.push(stored);
    for (const endpoint of byWorkspace.get(event.workspace_id) ?? []) {
      if (!endpoint.event_subscriptions.includes(event.type)) continue;
      deliveries.push(planDelivery(stored, endpoint, { sequences, input }));
    }
  }
  return { events, deliveries };
}

interface Place {
  readonly sequence: number;
  readonly aggregateId: string;
}

function storeEvent(event: DomainEvent, { sequence, aggregateId }: Place): StoredEvent {
  return {
    id: event.id,
    workspace_id: event.workspace_id,
    sequence,
    type: event.type,
    aggregate_id: aggregateId,
    occurred_at: new Date(event.occurred_at),
    body: deliveryBody(event),
  };
}

function planDelivery(
  event: StoredEvent,
  endpoint: Endpoint,
  { sequences, input }: { readonly sequences: Sequences; readonly input: FanOutInput },
): PlannedDelivery {
  const sequence = (sequences.endpoint_sequences[endpoint.id] ?? 0) + 1;
  sequences.endpoint_sequences[endpoint.id] = sequence;
  const now = new Date(input.nowMs);
  const delivery = newDelivery(event, endpoint, { id: input.newDeliveryId(), sequence, now });
  const lease = endpoint.active ? input.lease(endpoint.id) : undefined;
  return {
    delivery,
    held: !endpoint.active,
    job: lease === undefined ? undefined : toJob(delivery, { body: event.body, lease }),
  };
}

function newDelivery(
  event: StoredEvent,
  endpoint: Endpoint,
  { id, sequence, now }: { readonly id: string; readonly sequence: number; readonly now: Date },
): Delivery {
  return {
    id,
    workspace_id: event.workspace_id,
    endpoint_id: endpoint.id,
    event_id: event.id,
    event_type: event.type,
    run: LIVE_RUN,
    sequence,
    status: 'pending',
    status_code: null,
    response_body: null,
    latency_ms: null,
    error: null,
    delivered_at: null,
    next_attempt_at: null,
    attempts: [],
    attempt_count: 0,
    is_test: false,
    is_replay: false,
    replay_id: null,
    created_at: now,
  };
}

export function toJob(
  delivery: Pick<Delivery, Exclude<keyof DeliveryJob, 'body' | 'lease_token' | 'lease_until_ms'>>,
  { body, lease }: { readonly body: string; readonly lease: Lease },
): DeliveryJob {
  return {
    id: delivery.id,
    workspace_id: delivery.workspace_id,
    endpoint_id: delivery.endpoint_id,
    event_id: delivery.event_id,
    sequence: delivery.sequence,
    is_replay: delivery.is_replay,
    attempt_count: delivery.attempt_count,
    status: delivery.status,
    created_at: delivery.created_at,
    body,
    lease_token: lease.token,
    lease_until_ms: lease.untilMs,
  };
}
