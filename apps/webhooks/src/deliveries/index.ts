import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { WorkFields, WorkQueue } from '@outreach/job-kit';
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
import { createHeldReleases } from './held-release.store.ts';
import type {
  DeliveryErasure,
  DeliveryInserts,
  DeliveryLog,
  DeliveryWork,
  EndpointFeed,
  EventBodies,
  HeldReleases,
  ReplayDeliveries,
} from './ports.ts';

/** Time in ms after which the release of held deliveries passes to another worker. */
const LEASE_MS = 15_000;

export type {
  DeliveryErasure,
  DeliveryFilter,
  DeliveryInserts,
  DeliveryLog,
  DeliveryPage,
  DeliveryWork,
  DueDeliveries,
  DueDelivery,
  EndpointFeed,
  HeldReleases,
  ReplayCounts,
  ReplayDeliveries,
} from './ports.ts';

interface Deliveries extends Feature {
  readonly log: DeliveryLog;
  readonly inserts: DeliveryInserts;
  readonly erasure: DeliveryErasure;
  readonly feed: EndpointFeed;
  readonly replays: ReplayDeliveries;
  readonly work: DeliveryWork;
  readonly heldReleases: HeldReleases;
  readonly heldReleaseQueue: WorkQueue<WorkFields>;
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
  const held = createHeldReleases({
    connection: base.mongo.connection,
    deliveries: model,
    clock,
    ids,
    units,
    leaseMs: LEASE_MS,
  });
  return {
    name: 'deliveries',
    log: createDeliveryLog(model, base.cursors),
    inserts: createDeliveryInserts(model),
    erasure: createDeliveryErasure(model, () => units.afterCommit(() => wakeUp.raise())),
    feed: createEndpointFeed(model, base.cursors),
    replays: createReplayDeliveries(model),
    work: createDeliveryWork({ model, rows: leases, events: needs.events }),
    heldReleases: held.releases,
    heldReleaseQueue: held.queue,
    wakeUp,
  };
}
