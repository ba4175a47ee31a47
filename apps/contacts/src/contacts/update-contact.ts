import { contactErrors } from '@outreach/contracts-contacts';
import { contactUpdated } from '@outreach/contracts-contacts/events';
import type { CallContext } from '@outreach/service-kit';
import { prepareEmailAssignment, releaseEmail } from '../agency/index.ts';
import {
  applyChange,
  type Contact,
  type ContactChange,
  isVisiblyDifferent,
  toRecord,
  withHiddenChange,
  withNextVersion,
} from '../contact-model/index.ts';
import { countChanges, getContact, saveContact } from '../contact-store/index.ts';
import { withCustomFields } from '../custom-fields/index.ts';
import { emitIfScored, loadScorer } from '../scoring/index.ts';
import { requireUnsuppressed } from '../suppressions/index.ts';
import type { ContactPorts } from './ports.ts';

/** The result of `prepareUpdate`; nothing is written yet. */
export interface UpdatePlan {
  readonly before: Contact;
  /** The same object as `before` if the update changes nothing. */
  readonly after: Contact;
  /** True if the public record changes: the update changes updated_at and emits an event. */
  readonly isVisible: boolean;
  /** Moves the registration of the address within the agency. */
  readonly moveEmail: () => Promise<void>;
}

/**
 * Checks an update and applies it to the stored contact. An update without changes changes neither updated_at nor the
 * version, and emits no event.
 * @throws AppError not_found; conflict when the contact is deleted or the new address is taken.
 */
export async function prepareUpdate(
  ports: ContactPorts,
  ctx: CallContext,
  { id, change }: { readonly id: string; readonly change: ContactChange },
): Promise<UpdatePlan> {
  return prepareChange(ports, ctx, { contact: await getContact(ports, id), change });
}

/** As `prepareUpdate` for a contact that was just read. */
export async function prepareChange(
  ports: ContactPorts,
  ctx: CallContext,
  { contact, change }: { readonly contact: Contact; readonly change: ContactChange },
): Promise<UpdatePlan> {
  const changed = await withCustomFields(ports, applyChange(contact, change), change);
  if (contact.is_deleted) throw contactErrors.deleted.make();
  const moveEmail = await prepareEmailMove(ports, ctx, { from: contact.email, to: changed.email });
  const isVisible = isVisiblyDifferent(contact, changed);
  if (!isVisible && contact.full_name_is_own === changed.full_name_is_own)
    return { before: contact, after: contact, isVisible, moveEmail };
  const after = isVisible
    ? withNextVersion(ports, (await loadScorer(ports)).score(changed))
    : withHiddenChange(changed);
  return { before: contact, after, isVisible, moveEmail };
}

/** Writes the contact and emits contact.updated, and contact.scored if the score changed. */
export async function commitUpdate(
  ports: ContactPorts,
  { before, after, isVisible, moveEmail }: UpdatePlan,
): Promise<Contact> {
  await moveEmail();
  if (after === before) return after;
  await saveContact(ports, after, before.version);
  if (!isVisible) return after;
  await ports.counts.add(countChanges(before, after));
  ports.events.emit(contactUpdated, {
    aggregate: { id: after.id, version: after.version },
    data: toRecord(after),
  });
  emitIfScored(ports.events, before, after);
  return after;
}

/** A new address passes the checks of a new contact; the previous address is released. */
async function prepareEmailMove(
  ports: ContactPorts,
  ctx: CallContext,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<() => Promise<void>> {
  if (from === to) return async () => Promise.resolve();
  const holder = await ports.contacts.findByEmail(to);
  if (holder !== undefined) throw contactErrors.duplicateEmail.make({ field: 'email' });
  const assignEmail = await prepareEmailAssignment(ports, ctx, to);
  await requireUnsuppressed(ports, to);
  return async () => {
    await assignEmail();
    await releaseEmail(ports, ctx, from);
  };
}
