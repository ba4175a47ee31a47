import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { Aggregate, StoredEvent } from './event.ts';

/** Stored events of all workspaces. */
export interface EventStore {
  insert(events: readonly StoredEvent[], at: Date): Promise<void>;
  /** The given ids that are stored already. */
  findKnownIds(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Delivery bodies by event id, erased records without their data; an event that is not stored has no entry. */
  findBodies(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Events of one record in the order of their ids, after `afterId`, at most `limit`. */
  listOfAggregate(
    aggregate: Aggregate,
    page: { readonly afterId: string; readonly limit: number },
  ): Promise<readonly StoredEvent[]>;
  /** Stores the given bodies in place of the previous bodies. */
  replaceBodies(events: readonly Pick<StoredEvent, 'id' | 'workspace_id' | 'body'>[]): Promise<void>;
}

/** A part of the feed of the current call's workspace. */
export interface FeedFilter {
  /** All types if empty. */
  readonly types: readonly string[];
  /** Sequence before the first event. */
  readonly after: number;
}

export type FeedRecord = Pick<StoredEvent, 'id' | 'sequence' | 'body'>;

/** The stored events of the current call's workspace, in the order of their sequences. */
export interface EventFeed {
  /** @throws AppError invalid_argument on `cursor`. */
  list(filter: FeedFilter, page: PageRequest): Promise<PageOf<FeedRecord>>;
  sequenceOf(eventId: string): Promise<number | undefined>;
}

/** Events of the current call's workspace by type and time. */
export interface EventRange {
  readonly types: readonly string[];
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** Later events are left out. */
  readonly sequenceMax: number;
}

export interface RangePosition {
  readonly at: Date;
  readonly id: string;
}

export type RangeEvent = Pick<StoredEvent, 'id' | 'type' | 'occurred_at'>;

export interface EventRanges {
  count(range: EventRange): Promise<number>;
  /** Oldest first, after the position. */
  list(
    range: EventRange,
    page: { readonly after: RangePosition | undefined; readonly limit: number },
  ): Promise<readonly RangeEvent[]>;
}

/** Ids of records whose personal data must not be shown or sent. */
export interface ErasedIds {
  erasedOf(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The running numbers of a workspace that has, or once had, an endpoint. */
export interface Sequences {
  readonly workspace_id: string;
  readonly endpoint_count: number;
  /** Number of the last stored event. */
  readonly event_sequence: number;
  /** Number of the last event for each endpoint, by endpoint id. */
  readonly endpoint_sequences: Readonly<Record<string, number>>;
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
  /**
   * Part of a transaction: takes the next `count` numbers of an endpoint and returns the first one. Undefined for a
   * deleted endpoint.
   */
  take(
    endpoint: { readonly id: string; readonly workspaceId: string },
    count: number,
  ): Promise<number | undefined>;
}

/** The number of endpoints of the current call's workspace, exact under concurrency. */
export interface EndpointCount {
  /** Returns false if the workspace has `max` endpoints already. */
  add(endpointId: string, max: number): Promise<boolean>;
  remove(endpointId: string): Promise<void>;
}
