import type { EnrollmentStatus } from '@outreach/contracts-campaigns';
import type { CallContext, PageOf, PageRequest } from '@outreach/service-kit';
import type { ContactFilter } from '../campaigns/index.ts';
import type { Candidate } from './candidate.ts';
import type { Enrollment } from './enrollment.ts';

export interface EnrollmentsOfContact {
  readonly contactId: string;
  /** Any of these statuses; an empty list means every status. */
  readonly statuses: readonly EnrollmentStatus[];
  readonly page: PageRequest;
}

export interface DeletedContact {
  readonly contactId: string;
  readonly deletedAt: Date;
}

/** Enrollments of the current call's workspace. */
export interface EnrollmentStore {
  /** Newest first. @throws AppError invalid_argument on `cursor`. */
  listOfContact(query: EnrollmentsOfContact): Promise<PageOf<Enrollment>>;
  /** Open enrollments from before the deletion of these contacts, at most 500. */
  openOf(deletions: readonly DeletedContact[]): Promise<readonly Enrollment[]>;
  /** Ids of the contacts' enrollments in the campaign, by contact id. */
  idsOf(campaignId: string, contactIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  insert(enrollments: readonly Enrollment[]): Promise<void>;
  save(enrollments: readonly Enrollment[]): Promise<void>;
  /** Removes the addresses of these contacts. */
  eraseAddresses(contactIds: readonly string[]): Promise<void>;
}

export interface CandidateQuery {
  readonly contactIds: readonly string[];
  readonly filter: ContactFilter;
}

/** The contacts service. */
export interface Candidates {
  /** By contact id; a contact that does not exist or is deleted has no entry. */
  resolve(ctx: CallContext, query: CandidateQuery): Promise<ReadonlyMap<string, Candidate>>;
}
