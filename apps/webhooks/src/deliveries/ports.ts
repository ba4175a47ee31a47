import type { DeliveryStatus } from '@outreach/contracts-webhooks';
import type { ListDeliveriesRequest } from '@outreach/contracts-webhooks/gen/webhooks.ts';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import type {
  Delivery,
  DeliveryJob,
  Lease,
  PlannedDelivery,
  AttemptOutcome,
} from '../delivery-model/index.ts';

export type DeliveryFilter = Omit<ListDeliveriesRequest, 'page' | 'status'> & {
  readonly status: DeliveryStatus | undefined;
};

/** The delivery log of the current call's workspace. */
export interface DeliveryLog {
  /** Newest first. @throws AppError invalid_argument on `cursor`. */
  list(filter: DeliveryFilter, page: PageRequest): Promise<PageOf<Delivery>>;
  /** A delivery of an endpoint. */
  find(endpointId: string, id: string): Promise<Delivery | undefined>;
  /** The logged test of an endpoint by the id of its event. */
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
  /** What the receivers of events have answered. */
  answersTo(deliveries: Omit<ErasedDeliveries, 'at'>): Promise<readonly DeliveryAnswer[]>;
}

/** The parts of a delivery that an erasure removes. */
export type DeliveryAnswer = Pick<
  Delivery,
  'id' | 'endpoint_id' | 'event_id' | 'status' | 'response_body' | 'error'
>;

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
  /**
   * Due deliveries, oldest first, and the next one within `aheadMs`, except deliveries of the given endpoints and
   * workspaces.
   */
  findDue(options: {
    max: number;
    aheadMs: number;
    exceptEndpointIds: readonly string[];
    exceptWorkspaceIds: readonly string[];
  }): Promise<DueDeliveries>;
  /** When the oldest due delivery became due; undefined when none is due. */
  readonly oldestDueAt: () => Promise<Date | undefined>;
  /** Leases the deliveries that are still due and returns them; another worker has the rest. */
  claim(ids: readonly string[]): Promise<Claimed>;
  /** Ends leases: the deliveries are due at `at`, by default at once. */
  release(jobs: readonly DeliveryJob[], at?: Date): Promise<void>;
  /** Moves due deliveries to a later time, without an attempt. */
  postponeDue(ids: readonly string[], at: Date): Promise<void>;
  /** Part of a transaction: keeps due deliveries of a paused endpoint until it is active again. */
  holdDue(ids: readonly string[]): Promise<void>;
  /**
   * Part of a transaction: leases a delivery that is held, has ended, or belongs to a worker, whose result is dropped
   * then. A test is due again at no time.
   */
  takeOver(delivery: Pick<Delivery, 'id' | 'workspace_id' | 'is_test'>): Promise<Lease>;
  /** Part of a transaction: stores a result. False when the lease has passed to another worker. */
  store(outcome: AttemptOutcome): Promise<boolean>;
  /** Ends due deliveries of a deleted endpoint. */
  dropDue(ids: readonly string[]): Promise<void>;
  /** Removes a leased delivery of a canceled replay. */
  remove(job: DeliveryJob): Promise<void>;
  /** As `holdDue`, for a leased delivery. */
  hold(job: DeliveryJob): Promise<void>;
  /** As `dropDue`, for a leased delivery. */
  drop(job: DeliveryJob): Promise<void>;
  /** Ends deliveries as failed, without a further attempt. */
  fail(deliveries: readonly OrphanedDelivery[], error: string): Promise<void>;
  /** Stores results. Returns the late ones, which changed nothing: their lease had passed to another worker. */
  complete(outcomes: readonly AttemptOutcome[]): Promise<readonly AttemptOutcome[]>;
}

/** An endpoint that was activated: its held deliveries become due. */
export interface HeldReleases {
  /** Part of the activation's transaction: queues the release of everything that is held by then. */
  request(endpoint: { readonly id: string; readonly workspace_id: string }): Promise<void>;
  /** Makes at most `max` held deliveries due. Returns their number. */
  releaseSome(endpoint: {
    readonly id: string;
    readonly workspaceId: string;
    readonly max: number;
  }): Promise<number>;
}

/** An event of an endpoint, with its `webhook-sequence`. */
export interface EndpointFeedRecord {
  readonly event_id: string;
  readonly sequence: number;
}

/** The numbered events of the endpoints of the current call's workspace. */
export interface EndpointFeed {
  /** In the order of the sequences. @throws AppError invalid_argument on `cursor`. */
  list(
    filter: { readonly endpointId: string; readonly types: readonly string[]; readonly after: number },
    page: PageRequest,
  ): Promise<PageOf<EndpointFeedRecord>>;
  /** Sequences by event id; an event that was never sent to the endpoint has no entry. */
  sequencesOf(endpointId: string, eventIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export type ReplayCounts = Readonly<Record<DeliveryStatus, number>>;

/** The deliveries of the replays of the current call's workspace. */
export interface ReplayDeliveries {
  count(replayId: string): Promise<ReplayCounts>;
  hasPending(replayId: string): Promise<boolean>;
  /** Part of a transaction: removes the deliveries that no worker has and that were never attempted. */
  removeUnsent(replayId: string): Promise<void>;
}
