import type { Feature, ServiceBase } from '@outreach/app-kit';
import { createEventStore } from './event.store.ts';
import type { EndpointCount, EventStore, SequenceStore } from './ports.ts';
import { createSequenceStores } from './sequence.store.ts';

export type { Aggregate, StoredEvent } from './event.ts';
export { deliveryBody } from './event-body.ts';
export { erasableId, erasedBody, withoutPersonalData } from './personal-data.ts';
export type { EndpointCount, EventStore, SequenceStore } from './ports.ts';
export type { Sequences } from './sequences.ts';

export interface Events extends Feature {
  readonly store: EventStore;
  readonly sequences: SequenceStore;
  readonly endpointCount: EndpointCount;
}

/** Stored events and the running numbers of workspaces and endpoints. */
export function createEvents(base: Pick<ServiceBase, 'mongo'>): Events {
  const { connection } = base.mongo;
  return { name: 'events', store: createEventStore(connection), ...createSequenceStores(connection) };
}
