import type { EnrollmentStatus } from '@outreach/contracts-campaigns';
import type { EventSink } from '@outreach/event-schema';
import type { CallContext, Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { Campaign, ContactFilter } from './campaign.ts';
import type { Candidate } from './candidate.ts';
import type { Enrollment } from './enrollment.ts';
import type { Sequence } from './sequence.ts';

export interface EnrollmentsOfContact {
  readonly contactId: string;
  /** Any of them; none means all. */
  readonly statuses: readonly EnrollmentStatus[];
  readonly page: PageRequest;
}

export interface DeletedContact {
  readonly contactId: string;
  readonly deletedAt: Date;
}

export interface ContactDeletion extends DeletedContact {
  readonly isErasure: boolean;
}

/** Deletions that wait for a second look. */
export interface Deletions {
  /** Of the current call's workspace. A later deletion of a contact takes the place of the one before. */
  remember(deletions: readonly ContactDeletion[], dueAt: Date): Promise<void>;
  /** Of all workspaces, the first due first, at most `limit`. */
  due(at: Date, limit: number): Promise<readonly (ContactDeletion & { readonly workspaceId: string })[]>;
  /** Of the current call's workspace. */
  forget(deletions: readonly DeletedContact[]): Promise<void>;
}

/** Enrollments of the current call's workspace. */
export interface EnrollmentStore {
  /** The newest first. @throws AppError invalid_argument on `cursor`. */
  listOfContact(query: EnrollmentsOfContact): Promise<PageOf<Enrollment>>;
  /** Open ones of these contacts that were made before the deletion, some of them when they are many. */
  openOf(deletions: readonly DeletedContact[]): Promise<readonly Enrollment[]>;
  /** Of those of the contacts that are enrolled in the campaign, by contact. */
  idsOf(campaignId: string, contactIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  insert(enrollments: readonly Enrollment[]): Promise<void>;
  save(enrollments: readonly Enrollment[]): Promise<void>;
  /** Removes what is personal from the enrollments of these contacts. */
  scrub(contactIds: readonly string[]): Promise<void>;
}

/** Sequences of the current call's workspace. */
export interface SequenceStore {
  findById(id: string): Promise<Sequence | undefined>;
}

/** Campaigns of the current call's workspace. */
export interface CampaignStore {
  findById(id: string): Promise<Campaign | undefined>;
  /** Active ones of the sequence, at most `limit`. */
  activeOf(sequenceId: string, limit: number): Promise<readonly Campaign[]>;
  /** False when the campaign's status is another by now. */
  markEnrolled(campaign: Campaign, at: Date): Promise<boolean>;
}

export interface CandidateQuery {
  readonly contactIds: readonly string[];
  readonly filter: ContactFilter;
}

/** The contacts service. */
export interface Candidates {
  /** Those of the contacts that are there and not deleted, by their ids. */
  resolve(ctx: CallContext, query: CandidateQuery): Promise<ReadonlyMap<string, Candidate>>;
}

/** Contacts whose erasure was told, of all workspaces. */
export interface Erasures {
  /** Repeating it changes nothing. */
  remember(
    erasures: readonly { readonly id: string; readonly workspaceId: string; readonly at: Date }[],
  ): Promise<void>;
}

export interface Deps {
  readonly sequences: SequenceStore;
  readonly campaigns: CampaignStore;
  readonly candidates: Candidates;
  readonly enrollments: EnrollmentStore;
  readonly erasures: Erasures;
  readonly deletions: Deletions;
  readonly events: EventSink;
  readonly unitOfWork: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly clock: Clock;
  readonly newId: NewId;
}
