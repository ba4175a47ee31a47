import type { Contact } from '../contact-model/index.ts';
import type { CountCell, CountChange } from './count-changes.ts';
import type { IndexHints, Query, Slice, SliceQuery } from './contact-slice.ts';

/** Contacts of the current call's workspace. */
export interface ContactStore {
  findById(id: string): Promise<Contact | undefined>;
  /** The contacts with these ids, deleted ones included; unknown ids are skipped. */
  findByIds(ids: readonly string[]): Promise<readonly Contact[]>;
  /** The contact with this address that is not deleted. */
  findByEmail(email: string): Promise<Contact | undefined>;
  /** The contacts with these addresses that are not deleted, by their address. */
  findByEmails(emails: readonly string[]): Promise<ReadonlyMap<string, Contact>>;
  insert(contact: Contact): Promise<void>;
  insertMany(contacts: readonly Contact[]): Promise<void>;
  /** Like `save` for several contacts; false if at least one of them has another version. */
  saveMany(saves: readonly ActiveContactSave[]): Promise<boolean>;
  /**
   * Sets the same fields of several contacts, in the caller's transaction. A contact that changes during the transaction
   * conflicts with it. False if at least one of them has another version.
   */
  setMany(saves: readonly ContactSave[], fields: SameFields): Promise<boolean>;
  /** Replaces the contact if it has `expectedVersion`; false if it has another version. */
  save(contact: Contact, expectedVersion: number): Promise<boolean>;
  /** Deletes the document if it has `expectedVersion`; false if it has another version. */
  remove(id: string, expectedVersion: number): Promise<boolean>;
  slice(query: SliceQuery): Promise<Slice>;
  /** The number of matches; undefined if the count takes longer than `timeoutMs`. */
  count(query: Query, hints: IndexHints, timeoutMs: number): Promise<number | undefined>;
  /** The ids that exist in the workspace and match the query, deleted contacts included. */
  known(ids: readonly string[], query?: Query): Promise<ReadonlySet<string>>;
}

/** A contact as it was read, with its version, and as it is saved. */
export interface ContactSave {
  readonly before: Contact;
  readonly after: Contact;
}

/** A save that also stores the time of an activity, unless the contact has a later one. */
export interface ActiveContactSave extends ContactSave {
  readonly activityAt?: Date | undefined;
}

/** Fields of which no other field of a document is derived. */
export type SameFields = Partial<
  Pick<Contact, 'verification_status' | 'verified_at' | 'mail_provider' | 'updated_at' | 'profile_revision'>
>;

/** The number of contacts of the workspace that are not deleted, by score and tier. */
export interface ContactCounts {
  /** Runs in the unit of work that changes the contacts. */
  add(changes: readonly CountChange[]): Promise<void>;
  cells(): Promise<readonly CountCell[]>;
  /** The sum of the cells. */
  total(): Promise<number>;
}

/** Names of the workspace's custom fields: documents store custom values by field id, contacts by field name. */
export interface CustomFieldNames {
  all(): Promise<readonly FieldName[]>;
}

export interface FieldName {
  readonly id: string;
  readonly name: string;
  readonly field_type: string;
}
