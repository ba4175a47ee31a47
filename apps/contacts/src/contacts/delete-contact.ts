import { contactDeleted } from '@outreach/contracts-contacts/events';
import type { CallContext } from '@outreach/service-kit';
import { releaseEmail } from '../agency/index.ts';
import { countChanges, getContact, saveContact } from '../contact-store/index.ts';
import { type Contact, toRecord, withNextVersion } from '../contact-model/index.ts';
import type { ContactPorts } from './ports.ts';

/** Soft delete. Deleting a deleted contact returns the first deletion unchanged. @throws AppError not_found. */
export async function deleteContact(
  ports: ContactPorts,
  ctx: CallContext,
  { id, reason }: { readonly id: string; readonly reason: string | null },
): Promise<Contact> {
  const contact = await getContact(ports, id);
  if (contact.is_deleted) return contact;
  const deletedAt = new Date(ports.clock.now());
  const deleted = withNextVersion(ports, {
    ...contact,
    is_deleted: true,
    deleted_at: deletedAt,
    deletion_reason: reason,
  });
  await saveContact(ports, deleted, contact.version);
  await ports.counts.add(countChanges(contact, deleted));
  await releaseEmail(ports, ctx, contact.email);
  ports.events.emit(contactDeleted, { aggregate: { id, version: deleted.version }, data: toRecord(deleted) });
  return deleted;
}
