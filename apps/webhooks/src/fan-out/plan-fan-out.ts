import { endpointFailing } from '@outreach/contracts-webhooks';
import type { DomainEvent } from '@outreach/event-schema';
import { LIVE_RUN, newDelivery, toJob, type Lease, type PlannedDelivery } from '../delivery-model/index.ts';
import type { Endpoint } from '../endpoints/index.ts';
import {
  deliveryBody,
  erasableId,
  withoutPersonalData,
  type Sequences,
  type StoredEvent,
} from '../events/index.ts';

/** The state that a plan is made from. */
export interface FanOutInput {
  readonly events: readonly DomainEvent[];
  /** By workspace id; a workspace that never had an endpoint has no entry. */
  readonly sequences: ReadonlyMap<string, Sequences>;
  readonly endpoints: readonly Endpoint[];
  /** Ids of records whose personal data must not be stored or sent. */
  readonly erased: ReadonlySet<string>;
}

export interface FanOutOptions {
  readonly nowMs: number;
  readonly newDeliveryId: () => string;
  /** Returns a lease if this process takes one more delivery of the endpoint now. */
  readonly lease: (endpoint: Endpoint) => Lease | undefined;
}

export interface FanOutPlan {
  readonly events: readonly StoredEvent[];
  readonly deliveries: readonly PlannedDelivery[];
  /** The running numbers after these events. */
  readonly sequences: ReadonlyMap<string, Sequences>;
}

interface Counters {
  readonly workspace_id: string;
  readonly endpoint_count: number;
  event_sequence: number;
  readonly endpoint_sequences: Record<string, number>;
}

/** Numbers the events and plans one delivery per matching endpoint. */
export function planFanOut(input: FanOutInput, options: FanOutOptions): FanOutPlan {
  const events: StoredEvent[] = [];
  const deliveries: PlannedDelivery[] = [];
  const counters = copyCounters(input.sequences);
  const byWorkspace = Map.groupBy(input.endpoints, (endpoint) => endpoint.workspace_id);
  for (const received of input.events) {
    const aggregateId = erasableId(received);
    const event = input.erased.has(aggregateId) ? withoutPersonalData(received) : received;
    const own = counters.get(event.workspace_id);
    if (own === undefined) continue;
    own.event_sequence += 1;
    const stored = toStoredEvent(event, { sequence: own.event_sequence, aggregateId });
    events.push(stored);
    for (const endpoint of byWorkspace.get(event.workspace_id) ?? []) {
      if (!isSent(received, endpoint)) continue;
      const sequence = nextSequence(own, endpoint.id);
      deliveries.push(
        planDelivery(stored, endpoint, { ...options, sequence, traceparent: event.traceparent }),
      );
    }
  }
  return { events, deliveries, sequences: counters };
}

/** An endpoint that fails is not the one to report its failure. */
function isSent({ type, aggregate }: DomainEvent, { id, event_subscriptions: types }: Endpoint): boolean {
  return types.includes(type) && !(type === endpointFailing.type && aggregate.id === id);
}

function copyCounters(sequences: ReadonlyMap<string, Sequences>): Map<string, Counters> {
  return new Map(
    [...sequences].map(([id, own]) => [id, { ...own, endpoint_sequences: { ...own.endpoint_sequences } }]),
  );
}

function nextSequence({ endpoint_sequences: numbers }: Counters, endpointId: string): number {
  const sequence = (numbers[endpointId] ?? 0) + 1;
  numbers[endpointId] = sequence;
  return sequence;
}

function toStoredEvent(
  event: DomainEvent,
  { sequence, aggregateId }: { readonly sequence: number; readonly aggregateId: string },
): StoredEvent {
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

interface DeliveryOptions extends FanOutOptions {
  readonly sequence: number;
  readonly traceparent: string;
}

function planDelivery(event: StoredEvent, endpoint: Endpoint, options: DeliveryOptions): PlannedDelivery {
  const { newDeliveryId, sequence, nowMs, traceparent } = options;
  const delivery = newDelivery({
    id: newDeliveryId(),
    workspace_id: event.workspace_id,
    endpoint_id: endpoint.id,
    event_id: event.id,
    event_type: event.type,
    run: LIVE_RUN,
    sequence,
    created_at: new Date(nowMs),
    traceparent,
  });
  const lease = endpoint.active ? options.lease(endpoint) : undefined;
  return {
    delivery,
    held: !endpoint.active,
    job: lease === undefined ? undefined : toJob(delivery, { body: event.body, lease }),
  };
}
