import type { Feature, ServiceBase } from '@outreach/app-kit';
import { createEventStores, type EventStores } from './event.store.ts';
import type { EndpointCount, SequenceStore } from './ports.ts';
import { createSequenceStores } from './sequence.store.ts';

export type { Aggregate, StoredEvent } from './event.ts';
export { deliveryBody, readDeliveryBody } from './event-body.ts';
export { erasableId, erasedBody, withoutPersonalData } from './personal-data.ts';
export type {
  EndpointCount,
  EventFeed,
  EventRanges,
  EventStore,
  RangeEvent,
  RangePosition,
  Sequences,
  SequenceStore,
} from './ports.ts';

export interface Events extends Feature, EventStores {
  readonly sequences: SequenceStore;
  readonly endpointCount: EndpointCount;
}

/** Stored events and the running numbers of workspaces and endpoints. */
export function createEvents(base: ServiceBase): Events {
  return { name: 'events', ...createEventStores(base), ...createSequenceStores(base.mongo.connection) };
}
