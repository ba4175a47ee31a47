import type { PersonalPage } from '@outreach/contracts-common/personal-data';
import type { EngagementEventType } from '@outreach/contracts-contacts/engagement';
import type { EventSink } from '@outreach/event-schema';
import type { Clock, PageOf, PageRequest } from '@outreach/service-kit';
import type { ContactCounts, ContactStore } from '../contact-store/index.ts';
import type { CountedEvent, ScorerPorts } from '../scoring/index.ts';
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
  /**
   * Part of a transaction: deletes the next events that happened before a time, from the contact `after` on. Returns the
   * contacts of the events in the order of their ids; undefined when none is left.
   */
  expire(before: Date, after: string): Promise<readonly string[] | undefined>;
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

/** Events of a contact that a person caused. */
export interface Activity {
  readonly contactId: string;
  /** Time of the newest one. */
  readonly at: Date;
  /** True if one of them has points. */
  readonly isCounted: boolean;
}

/** Fields of contacts that follow from events; they change neither version nor updated_at. */
export interface EngagedContacts {
  /**
   * Part of a transaction: stores the time of each activity, unless the contact has a later one. A counted activity
   * writes its contact in any case, so that two transactions that calculate the points of one contact conflict.
   */
  addActivities(activities: readonly Activity[]): Promise<void>;
  /** Adds a campaign to contacts that exist, outside of transactions. Repeating a call changes nothing. */
  addCampaign(campaignId: string, contactIds: readonly string[]): Promise<void>;
  /** Contacts of all workspaces whose points have expired by `at`, the longest waiting first. */
  due(at: Date): Promise<readonly DueContact[]>;
}

export interface DueContact {
  readonly workspaceId: string;
  readonly contactId: string;
}

/** How long a workspace keeps its timelines. */
export interface RetentionFields {
  /** 0 for ever. */
  readonly days: number;
  /** The version of the setting at the campaigns service. */
  readonly version: number;
}

/** How long the timelines of the current call's workspace are kept. */
export interface TimelineRetention {
  /** Part of a transaction: stores the setting if it is newer than the stored one. 0 days are for ever. */
  set(days: number, version: number): Promise<void>;
}

export interface TimelinePorts extends ScorerPorts {
  readonly contacts: ContactStore;
  readonly counts: ContactCounts;
  readonly timeline: Timeline;
  readonly engagedContacts: EngagedContacts;
  readonly events: EventSink;
  readonly clock: Clock;
}
