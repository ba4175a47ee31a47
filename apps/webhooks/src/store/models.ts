import type { Connection, Model } from 'mongoose';
import { defineModel } from '@outreach/mongo-kit';
import { deliverySchema, type DeliveryRow } from './delivery-log.ts';
import { endpointSchema, type EndpointRow } from './endpoint-store.ts';
import { eventSchema, type EventRow } from './event-rows.ts';
import { healthSchema, hourSchema, type HealthRow, type HourRow } from './figure-store.ts';
import { sequenceSchema, type SequenceRow } from './sequence-store.ts';

/** Every collection of the service's own. */
export interface Models {
  readonly endpoints: Model<EndpointRow>;
  readonly sequences: Model<SequenceRow>;
  readonly events: Model<EventRow>;
  readonly deliveries: Model<DeliveryRow>;
  readonly health: Model<HealthRow>;
  readonly hours: Model<HourRow>;
}

export function createModels(connection: Connection): Models {
  return {
    endpoints: defineModel(connection, 'endpoints', endpointSchema),
    sequences: defineModel(connection, 'sequences', sequenceSchema),
    events: defineModel(connection, 'events', eventSchema),
    deliveries: defineModel(connection, 'deliveries', deliverySchema),
    health: defineModel(connection, 'endpoint_health', healthSchema),
    hours: defineModel(connection, 'endpoint_hours', hourSchema),
  };
}
