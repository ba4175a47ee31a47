import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { Delivery, DeliveryJob, DeliveryStatus, Lease, PlannedDelivery } from './delivery.ts';
import type { AttemptOutcome } from './evaluate-attempt.ts';

export interface DeliveryFilter {
  readonly endpointId: string;
  readonly status: DeliveryStatus | undefined;
  readonly eventType: string | undefined;
  readonly deliveredAfter: Date | undefined;
  readonly deliveredBefore: Date | undefined;
}

export type DeliveryPage = PageOf<Delivery>;

/** The delivery log of the current call's workspace. */
export interface DeliveryLog {
  /** Newest first. @throws AppError invalid_argument on `cursor`. */
  list(filter: DeliveryFilter, page: PageRequest): Promise<DeliveryPage>;
  /** The logged test of an endpoint's creation. */
  findTest(endpointId: string, eventId: string): Promise<Delivery | undefined>;
  /** Stores a delivery that has ended. A second call for the same endpoint, event and run changes nothing. */
  log(delivery: Delivery): Promise<void>;
}

/** The part of a fan-out's transaction that creates deliveries, in any workspace. */
export interface DeliveryInserts {
  insert(planned: readonly PlannedDelivery[]): Promise<void>;
}

export interface ErasedDeliveries {
  readonly workspaceId: string;
  readonly endpointIds: readonly string[];
  readonly eventIds: readonly string[];
  readonly at: Date;
}

/** The part of an erasure's transaction that changes deliveries, in any workspace. */
export interface DeliveryErasure {
  /**
   * Removes response bodies and error texts, which may repeat the delivered data. An attempt in progress loses its
   * lease, so that its result is not stored; the delivery is due again, under the same id and with the erased body.
   */
  erase(deliveries: ErasedDeliveries): Promise<void>;
}

export interface DueDelivery {
  readonly id: string;
  readonly workspace_id: string;
  readonly endpoint_id: string;
}

/** A leased delivery whose event is no longer stored. */
export type OrphanedDelivery = Pick<
  DeliveryJob,
  'id' | 'workspace_id' | 'endpoint_id' | 'event_id' | 'lease_token'
>;

export interface Claimed {
  readonly jobs: readonly DeliveryJob[];
  readonly orphans: readonly OrphanedDelivery[];
}

/** Delivery bodies by event id; an event that is not stored has no entry. */
export interface EventBodies {
  findBodies(eventIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface DueDeliveries {
  readonly due: readonly DueDelivery[];
  /** When the next delivery becomes due; undefined when none is found, or when `max` deliveries are due. */
  readonly nextDueAt: Date | undefined;
}

/** Deliveries of all workspaces, for the workers. A write under a lease that has ended changes nothing. */
export interface DeliveryWork {
  /** A lease for deliveries that this process creates and sends. */
  newLease(): Lease;
  /** Due deliveries, oldest first, and the next one within `aheadMs`, except deliveries of the given endpoints. */
  findDue(options: {
    max: number;
    aheadMs: number;
    exceptEndpointIds: readonly string[];
  }): Promise<DueDeliveries>;
  /** Leases the deliveries that are still due and returns them; another worker has the rest. */
  claim(ids: readonly string[]): Promise<Claimed>;
  /** Ends leases: the deliveries are due at once. */
  release(jobs: readonly DeliveryJob[]): Promise<void>;
  /** Keeps due deliveries of a paused endpoint until it is active again. */
  holdDue(ids: readonly string[]): Promise<void>;
  /** Ends due deliveries of a deleted endpoint. */
  dropDue(ids: readonly string[]): Promise<void>;
  /** As `holdDue`, for a leased delivery. */
  hold(job: DeliveryJob): Promise<void>;
  /** As `dropDue`, for a leased delivery. */
  drop(job: DeliveryJob): Promise<void>;
  /** Ends deliveries as failed, without a further attempt. */
  fail(deliveries: readonly OrphanedDelivery[], error: string): Promise<void>;
  /** Stores results. Returns the number of late results: their lease had passed to another worker. */
  complete(outcomes: readonly AttemptOutcome[]): Promise<number>;
}
