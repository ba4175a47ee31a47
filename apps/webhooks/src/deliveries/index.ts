import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { WakeUp } from '@outreach/job-kit';
import {
  createDeliveryErasure,
  createDeliveryInserts,
  createDeliveryLeases,
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
  DueDeliveries,
  DueDelivery,
} from './ports.ts';

export interface Deliveries extends Feature {
  readonly log: DeliveryLog;
  readonly inserts: DeliveryInserts;
  readonly erasure: DeliveryErasure;
  readonly work: DeliveryWork;
  /** Raised when deliveries of this process become due or have room. */
  readonly wakeUp: WakeUp;
}

/** Delivery records: the log that customers read, and the leased work that workers take. */
export function createDeliveries(
  base: Pick<ServiceBase, 'mongo' | 'cursors' | 'clock' | 'ids' | 'units'>,
  needs: { readonly events: EventBodies },
  config: { readonly DELIVERY_LEASE_MS: number },
): Deliveries {
  const { clock, ids, units } = base;
  const model = defineDeliveries(base.mongo.connection);
  const { wakeUp, ...leases } = createDeliveryLeases({
    model,
    clock,
    ids,
    leaseMs: config.DELIVERY_LEASE_MS,
  });
  return {
    name: 'deliveries',
    log: createDeliveryLog(model, base.cursors),
    inserts: createDeliveryInserts(model),
    erasure: createDeliveryErasure(model, () => units.afterCommit(() => wakeUp.raise())),
    work: createDeliveryWork(leases, needs.events),
    wakeUp,
  };
}
