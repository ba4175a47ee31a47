import type { Catalogue } from '@outreach/event-schema';
import type { Clock, NewId } from '@outreach/service-kit';
import type { DeliveryInserts, EndpointFeed, ReplayDeliveries } from '../deliveries/index.ts';
import type { EndpointStore } from '../endpoints/index.ts';
import type { EventRanges, SequenceStore } from '../events/index.ts';
import type { Replay } from './replay.ts';

/** The replays of the current call's workspace. */
export interface ReplayStore {
  /** Queues the replay, unless it has ended already. */
  insert(replay: Replay): Promise<void>;
  find(id: string): Promise<Replay | undefined>;
  /** True while an earlier replay of the endpoint has not ended. */
  hasEarlier(replay: Pick<Replay, 'id' | 'endpoint_id' | 'created_at'>): Promise<boolean>;
  /** Part of a transaction: ends a replay; no worker continues it. */
  end(replay: Replay): Promise<void>;
}

/** A replay as it is queued, beside the fields of the queue. */
export type QueuedReplay = Omit<Replay, 'id'>;

export interface ReplayPorts {
  readonly replays: ReplayStore;
  readonly catalogue: Catalogue;
  readonly endpoints: EndpointStore;
  readonly ranges: EventRanges;
  readonly sequences: SequenceStore;
  readonly endpointFeed: EndpointFeed;
  readonly inserts: DeliveryInserts;
  readonly deliveries: ReplayDeliveries;
  /** Called when deliveries have become due. */
  readonly onDue: () => void;
  readonly clock: Clock;
  readonly newId: NewId;
}
