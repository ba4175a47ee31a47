import type { DomainEvent } from '@outreach/event-schema';
import type { DeliveryInserts } from '../deliveries/index.ts';
import type { EndpointDirectory } from '../endpoints/index.ts';
import type { EventStore, SequenceStore } from '../events/index.ts';

/** Stores of all workspaces, in the transaction of one batch. */
export interface FanOutStores {
  readonly events: Pick<EventStore, 'insert' | 'findKnownIds'>;
  readonly sequences: Pick<SequenceStore, 'find' | 'advance'>;
  readonly endpoints: Pick<EndpointDirectory, 'listOfWorkspaces' | 'confirmPaused'>;
  readonly deliveries: DeliveryInserts;
  /** Handles the erasures among the events. Returns ids of the events' records that are erased. */
  readonly eraseRecords: (received: {
    readonly events: readonly DomainEvent[];
    readonly at: Date;
  }) => Promise<ReadonlySet<string>>;
}

/** Runs `fn` in a transaction over all workspaces; runs it again after a conflict or a duplicate key. */
export type RunTransaction = <Result>(fn: () => Promise<Result>) => Promise<Result>;
