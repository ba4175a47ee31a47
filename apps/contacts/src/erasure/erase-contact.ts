import { contactDeleted } from '@outreach/contracts-contacts/events';
import { ChangedMeanwhile } from '@outreach/errors';
import type { EventSink } from '@outreach/event-schema';
import type { CallContext, Clock, NewId, PageOf, PageRequest } from '@outreach/service-kit';
import { releaseEmail, type RegistryPorts } from '../agency/index.ts';
import { countChanges, getContact, type ContactCounts, type ContactStore } from '../contact-store/index.ts';
import {
  HASHED_PREFIX,
  hashSuppressions,
  suppressErased,
  type ManageSuppressionsPorts,
  type SuppressedTarget,
} from '../suppressions/index.ts';
import type { ImportErasures, PersonalData, RetentionLog, RetentionLogs } from './ports.ts';

export interface Erasure {
  readonly id: string;
  readonly reason: string | null;
  /** True to suppress the address in the workspace. */
  readonly suppress: boolean;
}

export interface EraseContactPorts extends RegistryPorts, ManageSuppressionsPorts {
  readonly contacts: Pick<ContactStore, 'findById' | 'remove'>;
  readonly counts: Pick<ContactCounts, 'add'>;
  readonly personalData: PersonalData;
  readonly importErasures: ImportErasures;
  readonly retentionLogs: RetentionLogs;
  readonly events: EventSink;
  readonly clock: Clock;
  readonly newId: NewId;
}

/**
 * Erases a contact, also a deleted one. Only a log with the digest of its address remains, and the suppressions of the
 * address, which from then on contain its digest.
 * @throws AppError not_found.
 */
export async function eraseContact(
  ports: EraseContactPorts,
  ctx: CallContext,
  { id, reason, suppress }: Erasure,
): Promise<RetentionLog> {
  const contact = await getContact(ports, id);
  const { email, version } = contact;
  if (!(await ports.contacts.remove(id, version))) throw new ChangedMeanwhile('contact');
  await ports.counts.add(countChanges(contact, undefined));
  // Deleting the contact has released its address, which may belong to a newer contact by now.
  if (!contact.is_deleted) await releaseEmail(ports, ctx, email);
  const digest = ports.sha256(email);
  for (const { scrub } of ports.personalData) await scrub({ id, email, email_sha256: digest });
  await ports.importErasures.add(digest);
  const hashed: SuppressedTarget = { type: 'email', value: HASHED_PREFIX + digest };
  await hashSuppressions(ports, { id, email });
  if (suppress) await suppressErased(ports, ctx, hashed);
  ports.events.emit(contactDeleted, { aggregate: { id, version: version + 1 }, data: { id, hard: true } });
  const log: RetentionLog = {
    id: ports.newId('ret'),
    workspace_id: ctx.workspaceId,
    contact_id: id,
    email_sha256: digest,
    reason,
    deleted_by: ctx.principal.id,
    created_at: new Date(ports.clock.now()),
  };
  await ports.retentionLogs.insert(log);
  return log;
}

export async function listRetentionLogs(
  ports: { readonly retentionLogs: RetentionLogs },
  page: PageRequest,
): Promise<PageOf<RetentionLog>> {
  return ports.retentionLogs.list(page);
}
