import type { PageOf, PageRequest } from '@outreach/service-kit';

/** What is kept of an erased contact. */
export interface RetentionLog {
  readonly id: string;
  readonly workspace_id: string;
  readonly contact_id: string;
  readonly email_sha256: string;
  readonly reason: string | null;
  /** Id of the user or the API key. */
  readonly deleted_by: string;
  readonly created_at: Date;
}

/** The retention logs of the current call's workspace. */
export interface RetentionLogs {
  insert(log: RetentionLog): Promise<void>;
  /** Newest first. */
  list(page: PageRequest): Promise<PageOf<RetentionLog>>;
}

export interface ErasedContact {
  readonly id: string;
  /** Absent at the second look, which knows the address no more. */
  readonly email: string | undefined;
}

/** A place beside the contact itself that may hold data of it. */
export interface Scrubber {
  /** Names the place. */
  readonly place: string;
  /** Part of the erasure's unit; run again a little later, for what was written while the erasure ran. */
  scrub(contact: ErasedContact): Promise<void>;
}

/** Every such place; a new one is a row. */
export type PersonalData = readonly Scrubber[];
