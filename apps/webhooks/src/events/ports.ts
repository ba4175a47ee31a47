import type { Aggregate, StoredEvent } from './event.ts';
import type { Sequences } from './sequences.ts';

/** Stored events of all workspaces. */
export interface EventStore {
  insert(events: readonly StoredEvent[], at: Date): Promise<void>;
  /** The given ids that are stored already. */
  findKnownIds(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Delivery bodies by event id; an event that is not stored has no entry. */
  findBodies(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Events of one record in the order of their ids, after `afterId`, at most `limit`. */
  listOfAggregate(
    aggregate: Aggregate,
    page: { readonly afterId: string; readonly limit: number },
  ): Promise<readonly StoredEvent[]>;
  /** Stores the given bodies in place of the previous bodies. */
  replaceBodies(events: readonly Pick<StoredEvent, 'id' | 'workspace_id' | 'body'>[]): Promise<void>;
}

/** Running numbers of all workspaces. */
export interface SequenceStore {
  /** By workspace id; a workspace that never had an endpoint has no entry. */
  find(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, Sequences>>;
  /**
   * Writes the numbers that differ between `before` and `after`. Concurrent transactions that advance the same
   * workspace conflict here, and the later one runs again.
   */
  advance(before: ReadonlyMap<string, Sequences>, after: ReadonlyMap<string, Sequences>): Promise<void>;
}

/** The number of endpoints of the current call's workspace, exact under concurrency. */
export interface EndpointCount {
  /** Returns false if the workspace has `max` endpoints already. */
  add(endpointId: string, max: number): Promise<boolean>;
  remove(endpointId: string): Promise<void>;
}
