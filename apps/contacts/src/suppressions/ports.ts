import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { Announcement } from './announcement.ts';
import type { SuppressedTarget, Suppression } from './suppression.ts';

/** Suppressions of the current call's workspace and global suppressions, by the keys of their targets. */
export interface SuppressionReader {
  findByKeys(keys: readonly string[]): Promise<readonly Suppression[]>;
}

/** Suppressions of the current call's workspace, and global suppressions, which apply to every workspace. */
export interface SuppressionStore extends SuppressionReader {
  /** Like `findByKeys`, without global suppressions. */
  findOwnByKeys(keys: readonly string[]): Promise<readonly Suppression[]>;
  findById(id: string): Promise<Suppression | undefined>;
  insert(suppressions: readonly Suppression[]): Promise<void>;
  remove(id: string): Promise<void>;
  list(page: PageRequest): Promise<PageOf<Suppression>>;
  /**
   * Replaces an address by its digest in workspace and global suppressions, and clears their contact id. Of two suppressions
   * the one of the digest stays, with the stronger reason.
   */
  hashAddress(address: SuppressedTarget, digest: SuppressedTarget): Promise<void>;
  /** Saves reasons with their times. */
  saveReasons(suppressions: readonly Suppression[]): Promise<void>;
  findGlobal(key: string): Promise<Suppression | undefined>;
  findGlobalById(id: string): Promise<Suppression | undefined>;
  /** Suppressions of the workspace that name the contact. */
  ofContact(contactId: string): Promise<readonly Suppression[]>;
  insertGlobal(suppression: Suppression): Promise<void>;
}

/** Requests to emit contact.suppressed for the contacts of new suppressions; the documents hold ids only. */
export interface Announcements {
  /** Runs in the unit of work that creates suppressions of the current call's workspace. */
  add(suppressions: readonly Suppression[], at: Date): Promise<void>;
  /** Runs in the unit of work that creates a global suppression. */
  addGlobal(suppression: Suppression): Promise<void>;
}

/** Global announcements, which become one announcement per workspace. */
export interface GlobalAnnouncements {
  /** Adds the announcements of the workspaces for some global announcements. True when more of them wait. */
  spread(at: Date): Promise<boolean>;
}

/** The contacts of an announcement. */
export interface AnnouncedContacts {
  /** Addresses of the workspace's contacts at the domain or a subdomain, in pages. */
  addressesUnder(domain: string): AsyncIterable<readonly string[]>;
  /** Notes, in the caller's unit of work, that contacts are announced; returns the ids without an earlier note. */
  record(announcement: Announcement, contactIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes the notes of an announcement. */
  clear(announcement: Announcement): Promise<void>;
}
