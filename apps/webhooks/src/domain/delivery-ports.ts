import type { DeliveryJob } from './delivery.ts';
import type { Lease } from './fan-out.ts';
import type { Settled } from './settle-attempt.ts';
import type { SigningKey } from './signing.ts';

/** What a worker must know of an endpoint to call it. */
export interface Target {
  readonly url: string;
  readonly key: SigningKey;
  readonly customHeaders: Readonly<Record<string, string>>;
}

/** `paused` and `deleted` endpoints get nothing. */
export type TargetState = Target | 'paused' | 'deleted';

/** Where workers learn whom to call; an answer is at most a second old. */
export interface TargetDirectory {
  get(endpointId: string): Promise<TargetState>;
  forget(endpointId: string): void;
}

export interface DueDelivery {
  readonly id: string;
  readonly endpoint_id: string;
}

/** The deliveries of all workspaces as the workers see them. */
export interface WorkStore {
  /** What is due, oldest first, but not of the endpoints in `except`. */
  findDue(options: {
    nowMs: number;
    max: number;
    except: readonly string[];
  }): Promise<readonly DueDelivery[]>;
  /** Takes what is still due and answers what it got; the rest somebody else has taken. */
  claim(ids: readonly string[], lease: Lease & { readonly nowMs: number }): Promise<readonly DeliveryJob[]>;
  /** Gives leases back: the deliveries are due at once. */
  release(jobs: readonly DeliveryJob[], nowMs: number): Promise<void>;
  /** Keeps deliveries of a paused endpoint until it is active again. */
  hold(ids: readonly string[]): Promise<void>;
  /** Ends deliveries of a deleted endpoint. */
  drop(ids: readonly string[]): Promise<void>;
  /** Stores results; answers how many came too late, because the lease had passed to another worker. */
  settle(results: readonly Settled[]): Promise<number>;
  /** Counts results into the figures and the health of their endpoints. */
  count(results: readonly Settled[]): Promise<void>;
}
