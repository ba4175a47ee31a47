import type { EventSink } from '@outreach/event-schema';
import type { CompanyIdOf } from './apply-change.ts';
import type { Contact } from './contact.ts';
import type { Sha256, Suppression } from './suppressions/suppression.ts';

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

/** Suppressions of the current call's workspace, and the operator's, which hold in every one. */
export interface SuppressionStore {
  /** The operator's among them too. */
  findByKeys(keys: readonly string[]): Promise<readonly Suppression[]>;
  findOwnByKeys(keys: readonly string[]): Promise<readonly Suppression[]>;
  findById(id: string): Promise<Suppression | undefined>;
  insert(suppressions: readonly Suppression[]): Promise<void>;
  remove(id: string): Promise<void>;
  list(query: PageQuery): Promise<SuppressionPage>;
  findGlobal(key: string): Promise<Suppression | undefined>;
  insertGlobal(suppression: Suppression): Promise<void>;
}

export interface PageQuery {
  readonly pageSize: number;
  readonly cursor: string;
}

export interface SuppressionPage {
  readonly suppressions: readonly Suppression[];
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
  readonly suppressions: SuppressionStore;
  readonly sha256: Sha256;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
  readonly companyIdOf: CompanyIdOf;
  readonly unitOfWork: <T>(fn: () => Promise<T>) => Promise<T>;
}
