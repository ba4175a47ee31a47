import type { EventSink } from '@outreach/event-schema';
import type { CompanyIdOf } from './apply-change.ts';
import type { Contact } from './contact.ts';

/** Contacts of the current call's workspace. */
export interface ContactStore {
  findById(id: string): Promise<Contact | undefined>;
  /** The contact of that address that is not deleted. */
  findByEmail(email: string): Promise<Contact | undefined>;
  insert(contact: Contact): Promise<void>;
  /** Saves over `expectedVersion`; false when somebody else has changed the contact meanwhile. */
  save(contact: Contact, expectedVersion: number): Promise<boolean>;
  list(query: ListQuery): Promise<ContactPage>;
}

/** How many contacts of the workspace are not deleted. */
export interface ContactCounts {
  /** Part of the change's own unit of work. */
  add(difference: 1 | -1): Promise<void>;
  total(): Promise<number>;
}

export interface ListQuery {
  readonly sort: 'created_desc' | 'created_asc';
  readonly pageSize: number;
  readonly cursor: string;
}

export interface ContactPage {
  readonly contacts: readonly Contact[];
  readonly nextCursor: string | undefined;
  readonly hasMore: boolean;
}

/** Which client of an agency an address belongs to; each workspace of an agency is one client. */
export interface ContactRegistry {
  /** Assigns the address to the workspace; false when it belongs to another one of the agency. */
  assign(entry: RegistryEntry): Promise<boolean>;
  /** Gives the address free, if it is the workspace's. */
  release(entry: RegistryEntry): Promise<void>;
}

export interface RegistryEntry {
  readonly agencyId: string;
  readonly email: string;
  readonly workspaceId: string;
}

/** Time in ms since the epoch. */
export interface Clock {
  now(): number;
}

export interface Deps {
  readonly contacts: ContactStore;
  readonly counts: ContactCounts;
  readonly registry: ContactRegistry;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
  readonly companyIdOf: CompanyIdOf;
}
