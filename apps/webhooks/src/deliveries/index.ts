import type { Feature, ServiceBase } from '@outreach/app-kit';
import {
  createDeliveryErasure,
  createDeliveryInserts,
  createDeliveryLog,
  defineDeliveries,
} from './delivery.store.ts';
import { createDeliveryWork } from './delivery-work.store.ts';
import type { DeliveryErasure, DeliveryInserts, DeliveryLog, DeliveryWork, EventBodies } from './ports.ts';

export { DELIVERY_STATUSES, LIVE_RUN, TEST_RUN, toJob } from './delivery.ts';
export type { Delivery, DeliveryJob, DeliveryStatus, Lease, PlannedDelivery } from './delivery.ts';
export { evaluateAttempt } from './evaluate-attempt.ts';
export type { AttemptOutcome } from './evaluate-attempt.ts';
export { logAttempt } from './log-attempt.ts';
export type {
  DeliveryErasure,
  DeliveryFilter,
  DeliveryInserts,
  DeliveryLog,
  DeliveryPage,
  DeliveryWork,
  DueDelivery,
  OrphanedDelivery,
} from './ports.ts';

export interface Deliveries extends Feature {
  readonly log: DeliveryLog;
  readonly inserts: DeliveryInserts;
  readonly erasure: DeliveryErasure;
  readonly work: DeliveryWork;
}

/** Delivery records: the log that customers read, and the leased work that workers take. */
export function createDeliveries(
  base: Pick<ServiceBase, 'mongo' | 'cursors'>,
  needs: { readonly events: EventBodies },
): Deliveries {
  const model = defineDeliveries(base.mongo.connection);
  return {
    name: 'deliveries',
    log: createDeliveryLog(model, base.cursors),
    inserts: createDeliveryInserts(model),
    erasure: createDeliveryErasure(model),
    work: createDeliveryWork(model, needs.events),
  };
}
