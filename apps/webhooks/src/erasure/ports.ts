import type { DeliveryErasure } from '../deliveries/index.ts';
import type { EndpointDirectory } from '../endpoints/index.ts';
import type { EventStore } from '../events/index.ts';

/** Erased records of other services. Events about them may arrive for 30 days. */
export interface ErasedRecords {
  /** Part of a transaction; a second call for the same record changes nothing. */
  remember(
    erasures: readonly { readonly id: string; readonly workspaceId: string; readonly at: Date }[],
  ): Promise<void>;
  /** Returns the given ids that belong to erased records. */
  erasedOf(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface ErasurePorts {
  readonly records: ErasedRecords;
  readonly events: Pick<EventStore, 'listOfAggregate' | 'replaceBodies'>;
  readonly deliveries: DeliveryErasure;
  readonly endpoints: Pick<EndpointDirectory, 'listIds'>;
  /** Part of a transaction: removes unpublished events and dead letters of a record. */
  readonly eraseUnpublished: (aggregateId: string) => Promise<void>;
}
