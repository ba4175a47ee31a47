import type { DomainEvent } from '@outreach/event-schema';
import type { DeliveryJob } from './delivery.ts';
import { planFanOut, type FanOutInput, type FanOutPlan, type Lease } from './fan-out.ts';

/** Events, sequences and deliveries of all workspaces, written in one transaction. */
export interface FanOutStore {
  /** Runs `plan` on what it read and stores the outcome; may run it again when somebody else was faster. */
  fanOut(
    events: readonly DomainEvent[],
    plan: (read: Pick<FanOutInput, 'events' | 'sequences' | 'endpoints' | 'erased'>) => FanOutPlan,
  ): Promise<FanOutPlan>;
}

/** The part of the worker that the fan-out needs. */
export interface Hand {
  /** A place for one more delivery of an endpoint, or none. */
  reserve(endpointId: string): Lease | undefined;
  /** Gives a reserved place back. */
  cancel(endpointId: string): void;
  /** Fills reserved places. */
  push(jobs: readonly DeliveryJob[]): void;
}

export interface FanOutDeps {
  readonly store: FanOutStore;
  readonly hand: Hand;
  readonly now: () => number;
  readonly newDeliveryId: () => string;
}

/**
 * Stores events and one delivery per matching endpoint, each once, however often an event comes. Deliveries for
 * which this process has a place are born leased to it and sent as soon as they are committed.
 */
export async function fanOutEvents(deps: FanOutDeps, events: readonly DomainEvent[]): Promise<void> {
  let reserved: string[] = [];
  const release = (): void => {
    for (const endpointId of reserved) deps.hand.cancel(endpointId);
    reserved = [];
  };
  const lease = (endpointId: string): Lease | undefined => {
    const place = deps.hand.reserve(endpointId);
    if (place !== undefined) reserved.push(endpointId);
    return place;
  };
  try {
    const plan = await deps.store.fanOut(events, (read) => {
      release();
      return planFanOut({ ...read, nowMs: deps.now(), newDeliveryId: deps.newDeliveryId, lease });
    });
    deps.hand.push(plan.deliveries.flatMap(({ job }) => job ?? []));
  } catch (err) {
    release();
    throw err;
  }
}
