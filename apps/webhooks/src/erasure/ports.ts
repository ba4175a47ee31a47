import type { DeliveryErasure } from '../deliveries/index.ts';
import type { EndpointDirectory } from '../endpoints/index.ts';
import type { EventStore } from '../events/index.ts';

/** A record that was erased. */
export interface ErasedRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly at: Date;
}

/** Erased records of other services. Events about them may arrive for 30 days. */
export interface ErasedRecords {
  /** Part of a transaction; a second call for the same record changes nothing. */
  remember(erasures: readonly ErasedRecord[]): Promise<void>;
  /** Returns the given ids that belong to erased records. */
  erasedOf(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The queued removals of personal data. */
export interface ErasureTasks {
  /** Part of a transaction; starts an existing task of the record again. */
  add(record: ErasedRecord): Promise<void>;
}

export interface EraseRecordsPorts {
  readonly records: ErasedRecords;
  readonly tasks: ErasureTasks;
  /** Part of a transaction: removes unpublished events and dead letters of a record. */
  readonly eraseUnpublished: (aggregateId: string) => Promise<void>;
}

/** Stores of all workspaces. */
export interface EraseStoredPorts {
  readonly events: Pick<EventStore, 'listOfAggregate' | 'replaceBodies'>;
  readonly deliveries: DeliveryErasure;
  readonly endpoints: Pick<EndpointDirectory, 'listIds'>;
}
