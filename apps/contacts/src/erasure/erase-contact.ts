import { contactDeleted } from '@outreach/contracts-contacts/events';
import { ChangedMeanwhile } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { releaseEmail } from '../agency/index.ts';
import { sha256 } from '../contact-model/index.ts';
import { countChanges, getContact } from '../contact-store/index.ts';
import {
  HASHED_PREFIX,
  hashSuppressions,
  suppressErased,
  type SuppressedTarget,
} from '../suppressions/index.ts';
import type { ErasurePorts, RetentionLog } from './ports.ts';

/**
 * Erases a contact, also a deleted one, and suppresses its address if `suppress` is true. Only a log with the digest of its address remains, and the suppressions of the
 * address, which from then on contain its digest.
 * @throws AppError not_found.
 */
export async function eraseContact(
  ports: ErasurePorts,
  ctx: CallContext,
  {
    id,
    reason,
    suppress,
  }: { readonly id: string; readonly reason: string | null; readonly suppress: boolean },
): Promise<RetentionLog> {
  const contact = await getContact(ports, id);
  const { email, version } = contact;
  if (!(await ports.contacts.remove(id, version))) throw new ChangedMeanwhile('contact');
  await ports.counts.add(countChanges(contact, undefined));
  // Deleting the contact has released its address, which may belong to a newer contact by now.
  if (!contact.is_deleted) await releaseEmail(ports, ctx, email);
  const digest = sha256(email);
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
