import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { WakeUp } from '@outreach/job-kit/wake-ups';
import {
  createDeliveryErasure,
  createDeliveryInserts,
  createDeliveryLeases,
  createDeliveryLog,
  defineDeliveries,
} from './delivery.store.ts';
import { createDeliveryWork } from './delivery-work.store.ts';
import { createEndpointFeed, createReplayDeliveries } from './replay-delivery.store.ts';
import { createHeldReleases, type HeldReleaseStore } from './held-release.store.ts';
import type {
  DeliveryErasure,
  DeliveryInserts,
  DeliveryLog,
  DeliveryWork,
  EndpointFeed,
  EventBodies,
  ReplayDeliveries,
} from './ports.ts';

export type {
  DeliveryErasure,
  DeliveryInserts,
  DeliveryLog,
  DeliveryWork,
  DueDeliveries,
  DueDelivery,
  EndpointFeed,
  HeldReleases,
  ReplayCounts,
  ReplayDeliveries,
} from './ports.ts';

interface Deliveries extends Feature, HeldReleaseStore {
  readonly log: DeliveryLog;
  readonly inserts: DeliveryInserts;
  readonly erasure: DeliveryErasure;
  readonly feed: EndpointFeed;
  readonly replays: ReplayDeliveries;
  readonly work: DeliveryWork;
  /** Raised when deliveries of this process become due or have room. */
  readonly wakeUp: WakeUp;
}

/**
 * Delivery records: the log that customers read, and the leased work that workers take.
 * @param leaseMs time for which a worker leases a delivery.
 */
export function createDeliveries(base: ServiceBase, events: EventBodies, leaseMs: number): Deliveries {
  const { mongo, cursors, units } = base;
  const model = defineDeliveries(mongo.connection);
  const leases = createDeliveryLeases({ ...base, model, leaseMs });
  return {
    name: 'deliveries',
    ...createHeldReleases(base, model),
    log: createDeliveryLog(model, cursors),
    inserts: createDeliveryInserts(model),
    erasure: createDeliveryErasure(model, () => units.afterCommit(() => leases.wakeUp.raise())),
    feed: createEndpointFeed(model, cursors),
    replays: createReplayDeliveries(model),
    work: createDeliveryWork(model, leases, events),
    wakeUp: leases.wakeUp,
  };
}
