import type { EventSink } from '@outreach/event-schema';
import type { Clock, NewId } from '@outreach/service-kit';
import type { ContactCounts, ContactStore } from '../contact-store/index.ts';
import type { FieldNamePorts } from '../filters/index.ts';
import type { IcpProfile, StoredProfile } from './icp-profile.ts';

/** The profile of the current call's workspace. */
export interface IcpProfileReader {
  find(): Promise<StoredProfile | undefined>;
}

export interface IcpProfileStore extends IcpProfileReader {
  /** Stores the profile as the next revision. */
  save(profile: IcpProfile): Promise<void>;
}

/** Progress of scoring all contacts of a workspace again. */
export interface RescoreProgress {
  readonly request_id: string;
  readonly requested_at: Date;
  readonly pass: number;
  /** Position in the list of contacts; null at its start. */
  readonly after: string | null;
}

export interface RescoreStep extends Pick<RescoreProgress, 'pass' | 'after'> {
  readonly dueAt: Date;
}

export interface Rescores {
  /**
   * Requests a rescore of all contacts of the workspace from the start, in the caller's unit of work. It replaces a
   * running one, whose worker loses its claim.
   */
  request(requestId: string, at: Date): Promise<void>;
}

export interface ScoringPorts extends FieldNamePorts {
  readonly icpProfiles: IcpProfileStore;
  readonly rescores: Rescores;
  readonly contacts: ContactStore;
  readonly counts: ContactCounts;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: NewId;
}
