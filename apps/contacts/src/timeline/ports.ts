import type { EngagementEventType } from '@outreach/contracts-contacts';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { EngagementEvent } from './engagement-event.ts';
import type { CountedEvent } from '../scoring/engagement-points.ts';

/** The timelines of the contacts of the current call's workspace. */
export interface Timeline {
  /** Those of the ids that are there. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>;
  insert(events: readonly EngagementEvent[]): Promise<void>;
  /** By contact: the newest events after a moment that have points, as many as the points can hang on. */
  newestCounted(
    contactIds: readonly string[],
    after: Date,
  ): Promise<ReadonlyMap<string, readonly CountedEvent[]>>;
  /** Newest first. @throws AppError invalid_argument on `cursor`. */
  list(query: TimelineQuery): Promise<PageOf<EngagementEvent>>;
  /** Forgets all events of a contact. */
  erase(contactId: string): Promise<void>;
}

export interface TimelineQuery {
  readonly contactId: string;
  /** Any of them; none means all. */
  readonly eventTypes: readonly EngagementEventType[];
  readonly page: PageRequest;
}

/** What events move on a contact beside its own members: neither version nor updated_at follow. */
export interface Trace {
  readonly contactId: string;
  readonly eventCount: number;
  /** Of the newest thing that a person did; an earlier one than the contact has changes nothing. */
  readonly activityAt: Date | undefined;
  /** Campaigns in which it was enrolled. */
  readonly campaignIds: readonly string[];
}

export interface EngagedContacts {
  /** Writes to each of the contacts, so that the erasure of one and the recording of its events meet. */
  leave(traces: readonly Trace[]): Promise<void>;
  /** Contacts of all workspaces whose points have run out by `at`, the longest waiting first. */
  due(at: Date): Promise<readonly DueContact[]>;
}

export interface DueContact {
  readonly workspaceId: string;
  readonly contactId: string;
}
