import type { AttemptOutcome, DeliveryJob, Lease } from '../delivery-model/index.ts';

/** An endpoint and its workspace, which share the slots of this process with others. */
export type SlotOwner = Pick<DeliveryJob, 'workspace_id' | 'endpoint_id'>;

/** Room for deliveries in this process. */
export interface DeliverySlots {
  /** Reserves room for one more delivery of an endpoint. Returns undefined if there is none. */
  reserve(owner: SlotOwner): Lease | undefined;
  /** Frees a reservation. */
  cancel(owner: SlotOwner): void;
  /** Sends deliveries for which there is a reservation each. */
  push(jobs: readonly DeliveryJob[]): void;
  /** Takes a stored due delivery of each owner as soon as there is room. */
  pull(owners: readonly SlotOwner[]): void;
}

/** Counts results into the stats of their endpoints. */
export type ResultCounts = (outcomes: readonly AttemptOutcome[]) => Promise<void>;

/** Disables an endpoint that answered 410, unless it has another version than at the time of the request. */
export type GoneEndpoints = (endpoint: {
  readonly workspaceId: string;
  readonly id: string;
  readonly version: number;
}) => Promise<void>;

/** Keeps deliveries of paused endpoints until the activation releases them; deliveries of active ones stay due. */
export interface Holds {
  hold(job: DeliveryJob): Promise<void>;
  holdDue(endpointId: string, deliveryIds: readonly string[]): Promise<void>;
}

/** Replays that were canceled. */
export interface CanceledReplays {
  isCanceled(replayId: string): Promise<boolean>;
}
