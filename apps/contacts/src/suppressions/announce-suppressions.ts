import { contactSuppressed } from '@outreach/contracts-contacts';
import { toRecord } from '../contact-records/contact.ts';
import type { Deps } from '../domain/ports.ts';
import { HASHED_PREFIX, type Suppression } from './suppression.ts';

/** A suppression whose contacts in one workspace are to be told of. */
export interface Announcement {
  readonly id: string;
  readonly workspaceId: string;
  readonly suppressionId: string;
  readonly isGlobal: boolean;
  readonly pass: number;
}

/** Suppressions that are to be told of; the rows hold ids alone. */
export interface Announcements {
  /** In the unit of work that makes the suppressions of the current call's workspace. */
  add(suppressions: readonly Suppression[], at: Date): Promise<void>;
  /** In the unit of work that makes one of the operator's. */
  addGlobal(suppression: Suppression): Promise<void>;
}

/** The work on announcements, for one job. */
export interface AnnouncementQueue {
  /** Turns those of the operator's into one of each workspace. */
  spread(at: Date): Promise<void>;
  /** Those of addresses before those of domains. */
  due(at: Date): Promise<readonly Announcement[]>;
  /** Addresses of the workspace's contacts at a domain and below it, some at a time. */
  addressesUnder(domain: string): AsyncIterable<readonly string[]>;
  /** Notes, in the caller's unit of work, that contacts are told of; answers those that were not before. */
  note(announcement: Announcement, contactIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The next pass, or the end. */
  proceed(announcement: Announcement, nextAt: Date | undefined): Promise<void>;
}

const PASSES = 2;
/** By then every request has ended that began before the suppression was there: the second pass finds what it wrote. */
const SETTLE_MS = 60_000;

/** When the announcement is due again; undefined once it is done. */
export function nextPassAt({ pass }: Announcement, nowMs: number): Date | undefined {
  return pass < PASSES ? new Date(nowMs + SETTLE_MS) : undefined;
}

/** An erased address belongs to nobody who could be told of. */
export function isAnnounceable({ type, value }: Suppression): boolean {
  return type === 'domain' || !value.startsWith(HASHED_PREFIX);
}

/**
 * Tells of the contacts at some addresses that a suppression covers, in the caller's unit of work. Every suppression
 * is told of for every contact that it comes to cover, once, also where another one covers the contact already: each
 * has a reason of its own, and may outlast the other. Contacts that are deleted are not told of.
 */
export async function announceTo(
  deps: Pick<Deps, 'contacts' | 'events'>,
  queue: Pick<AnnouncementQueue, 'note'>,
  { announcement, emails }: { readonly announcement: Announcement; readonly emails: readonly string[] },
): Promise<void> {
  const covered = [...(await deps.contacts.findByEmails(emails)).values()];
  if (covered.length === 0) return;
  const untold = await queue.note(
    announcement,
    covered.map(({ id }) => id),
  );
  for (const contact of covered) {
    if (!untold.has(contact.id)) continue;
    const { id, version } = contact;
    deps.events.emit(contactSuppressed, { aggregate: { id, version }, data: toRecord(contact) });
  }
}
