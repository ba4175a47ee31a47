import { contactSuppressed } from '@outreach/contracts-contacts/events';
import type { EventSink } from '@outreach/event-schema';
import { toRecord } from '../contact-model/index.ts';
import type { ContactStore } from '../contact-store/index.ts';
import type { Announcement } from './announcement.ts';
import type { AnnouncedContacts } from './ports.ts';

export interface AnnouncePorts {
  readonly contacts: Pick<ContactStore, 'findByEmails'>;
  readonly events: EventSink;
  readonly announced: Pick<AnnouncedContacts, 'record'>;
}

/**
 * Emits contact.suppressed for the contacts with these addresses, in the caller's unit of work. Each suppression is
 * announced once per contact, even if another suppression matches the contact already: the two have reasons of their
 * own and can be deleted separately. Deleted contacts are skipped.
 */
export async function announceTo(
  { contacts, events, announced }: AnnouncePorts,
  { announcement, emails }: { readonly announcement: Announcement; readonly emails: readonly string[] },
): Promise<void> {
  const found = [...(await contacts.findByEmails(emails)).values()];
  if (found.length === 0) return;
  const unannounced = await announced.record(
    announcement,
    found.map(({ id }) => id),
  );
  for (const contact of found) {
    if (!unannounced.has(contact.id)) continue;
    const { id, version } = contact;
    events.emit(contactSuppressed, { aggregate: { id, version }, data: toRecord(contact) });
  }
}
