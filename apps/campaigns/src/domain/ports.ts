import type { EnrollmentStatus } from '@outreach/contracts-campaigns';
import type { EventSink } from '@outreach/event-schema';
import type { Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import type { Enrollment } from './enrollment.ts';

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

/** Enrollments of the current call's workspace. */
export interface EnrollmentStore {
  /** The newest first. @throws AppError invalid_argument on `cursor`. */
  listOfContact(query: EnrollmentsOfContact): Promise<PageOf<Enrollment>>;
  /** Open ones of these contacts that were made before the deletion, some of them when they are many. */
  openOf(deletions: readonly DeletedContact[]): Promise<readonly Enrollment[]>;
  save(enrollments: readonly Enrollment[]): Promise<void>;
  /** Removes what is personal from the enrollments of these contacts. */
  scrub(contactIds: readonly string[]): Promise<void>;
}

/** Contacts whose erasure was told, of all workspaces. */
export interface Erasures {
  /** Repeating it changes nothing. */
  remember(
    erasures: readonly { readonly id: string; readonly workspaceId: string; readonly at: Date }[],
  ): Promise<void>;
}

export interface Deps {
  readonly enrollments: EnrollmentStore;
  readonly erasures: Erasures;
  readonly events: EventSink;
  readonly unitOfWork: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly clock: Clock;
  readonly newId: NewId;
}
