import type { AttemptOutcome, DeliveryJob, Lease } from '../deliveries/index.ts';

/** Room for deliveries in this process. */
export interface DeliverySlots {
  /** Reserves room for one more delivery of an endpoint. Returns undefined if there is none. */
  reserve(endpointId: string): Lease | undefined;
  /** Frees a reservation. */
  cancel(endpointId: string): void;
  /** Sends deliveries for which there is a reservation each. */
  push(jobs: readonly DeliveryJob[]): void;
}

/** Counts results into the stats of their endpoints. */
export type ResultCounts = (outcomes: readonly AttemptOutcome[]) => Promise<void>;

/** Disables an endpoint that answered 410. */
export type GoneEndpoints = (endpoint: { workspaceId: string; endpointId: string }) => Promise<void>;
