import { contactDeleted } from '@outreach/contracts-contacts/events';
import type { CallContext, Clock } from '@outreach/service-kit';
import { releaseEmail, type RegistryPorts } from '../agency/index.ts';
import { countChanges, getContact, saveContact, withNextVersion } from '../contact-store/index.ts';
import { toRecord, type Contact } from '../contact-model/index.ts';
import type { FindContactPorts, WriteContactPorts } from './ports.ts';

export interface DeleteContactPorts extends RegistryPorts, WriteContactPorts {
  readonly contacts: FindContactPorts['contacts'] & WriteContactPorts['contacts'];
  readonly clock: Clock;
}

/** Soft delete. Deleting a deleted contact returns the first deletion unchanged. @throws AppError not_found. */
export async function deleteContact(
  ports: DeleteContactPorts,
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
