import type { PersonalPage } from '@outreach/contracts-common/personal-data';
import type { EngagementEventType } from '@outreach/contracts-contacts/engagement';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { CountedEvent } from '../scoring/index.ts';
import type { EngagementEvent } from './engagement-event.ts';

/** The timelines of the contacts of the current call's workspace. */
export interface Timeline {
  /** The ids of stored events. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>;
  insert(events: readonly EngagementEvent[]): Promise<void>;
  /** By contact: the newest events with points after a time, as many as can change the points. */
  newestCounted(
    contactIds: readonly string[],
    after: Date,
  ): Promise<ReadonlyMap<string, readonly CountedEvent[]>>;
  /** Newest first. @throws AppError invalid_argument on `cursor`. */
  list(query: TimelineQuery): Promise<PageOf<EngagementEvent>>;
  /** A page of all events of a contact, oldest first. */
  readAll(contactId: string, after: string): Promise<PersonalPage>;
  /** Deletes all events of a contact. */
  erase(contactId: string): Promise<void>;
}

export interface TimelineQuery {
  readonly contactId: string;
  /** Events of any of these types; all events if empty. */
  readonly eventTypes: readonly EngagementEventType[];
  readonly page: PageRequest;
}

/** Changes of a contact by its events; they change neither version nor updated_at. */
export interface ActivityUpdate {
  readonly contactId: string;
  readonly eventCount: number;
  /** Time of the newest event that a person caused; ignored if the contact has a later one. */
  readonly activityAt: Date | undefined;
  /** Campaigns in which the contact was enrolled. */
  readonly campaignIds: readonly string[];
}

export interface EngagedContacts {
  /** Writes to each contact, so that recording its events conflicts with its erasure. */
  update(updates: readonly ActivityUpdate[]): Promise<void>;
  /** Contacts of all workspaces whose points have expired by `at`, the longest waiting first. */
  due(at: Date): Promise<readonly DueContact[]>;
}

export interface DueContact {
  readonly workspaceId: string;
  readonly contactId: string;
}
