import type { ShownData } from '@outreach/contracts-common/personal-data';
import type { EventSink } from '@outreach/event-schema';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { RegistryPorts } from '../agency/index.ts';
import type { Contact } from '../contact-model/index.ts';
import type { ContactCounts, ContactStore } from '../contact-store/index.ts';
import type { ManageSuppressionsPorts } from '../suppressions/index.ts';

/** The record of an erasure. */
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

/** The fields of a retention log that the rechecks use. */
export interface ErasureRecheck extends Pick<RetentionLog, 'contact_id' | 'email_sha256' | 'created_at'> {
  /** How often the personal data was erased again; absent before the first time. */
  readonly rechecks?: number;
}

export interface ErasedContact {
  readonly id: string;
  /** Undefined at the recheck: the address is no longer stored then. */
  readonly email: string | undefined;
  readonly email_sha256: string;
}

/** Erases the data of a contact in one collection or log. */
export interface Scrubber {
  /** Description of the erased data. */
  readonly data: string;
  /** Runs in the unit of work of the erasure, and again in the rechecks for data written concurrently. */
  scrub(contact: ErasedContact): Promise<void>;
  /** How the personal data of a contact shows it. */
  readonly shown: ShownData<Contact>;
}

/** All data of contacts in other collections and logs. */
export type PersonalData = readonly Scrubber[];

/** Uploaded files that may contain rows of the contact. */
export interface ImportErasures {
  /** Runs in the unit of work of the erasure: imports take no row with an address of this digest from now on. */
  add(digest: string): Promise<void>;
}

/** Fields of contacts beside their record: last activity, static segments and campaigns. */
export interface AttachedFields {
  find(contactId: string): Promise<object>;
}

export interface ErasurePorts extends RegistryPorts, ManageSuppressionsPorts {
  readonly contacts: ContactStore;
  readonly counts: ContactCounts;
  readonly personalData: PersonalData;
  /** All places with personal data. */
  readonly places: readonly ShownData<Contact>[];
  readonly importErasures: ImportErasures;
  readonly retentionLogs: RetentionLogs;
  readonly events: EventSink;
}
