import { contactDeleted, contactErrors, contactUpdated } from '@outreach/contracts-contacts';
import { AppError, notFound } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { applyChange, isVisiblyDifferent } from '../contact-records/apply-change.ts';
import { toRecord, type Contact, type ContactChange } from '../contact-records/contact.ts';
import { countChanges } from '../contact-records/count-changes.ts';
import { withCustomFields } from '../custom-fields/change-values.ts';
import { emitIfScored, loadScorer } from '../scoring/scorer.ts';
import type { Deps } from '../domain/ports.ts';
import { assignEmail, releaseEmail } from '../agency/assign-email.ts';
import { requireUnsuppressed } from '../suppressions/check-suppressions.ts';

/** @throws AppError not_found when the workspace has no such contact. */
export async function getContact(deps: Pick<Deps, 'contacts'>, id: string): Promise<Contact> {
  const contact = await deps.contacts.findById(id);
  if (contact === undefined) throw notFound();
  return contact;
}

/**
 * Changes the members that `change` carries. What changes nothing moves neither updated_at nor an event.
 * @throws AppError not_found; conflict when the contact is deleted or the new address is taken.
 */
export async function updateContact(
  deps: Deps,
  ctx: CallContext,
  { id, change }: { readonly id: string; readonly change: ContactChange },
): Promise<Contact> {
  return changeContact(deps, ctx, { contact: await getContact(deps, id), change });
}

/** As `updateContact`, of a contact that was just read. */
export async function changeContact(
  deps: Deps,
  ctx: CallContext,
  { contact, change }: { readonly contact: Contact; readonly change: ContactChange },
): Promise<Contact> {
  const { id, email } = contact;
  if (contact.is_deleted) throw contactErrors.deleted.make();
  const changed = await withCustomFields(deps, applyChange(contact, change, deps.companyIdOf), change);
  await moveEmail(deps, ctx, { from: email, to: changed.email });
  const isVisible = isVisiblyDifferent(contact, changed);
  if (!isVisible && contact.full_name_is_own === changed.full_name_is_own) return contact;
  const saved = isVisible ? touch(deps, (await loadScorer(deps)).score(changed)) : changed;
  await save(deps, saved, contact.version);
  if (!isVisible) return saved;
  await deps.counts.add(countChanges(contact, saved));
  deps.events.emit(contactUpdated, { aggregate: { id, version: saved.version }, data: toRecord(saved) });
  emitIfScored(deps, contact, saved);
  return saved;
}

/** Soft delete; a second one changes nothing and answers the first. @throws AppError not_found. */
export async function deleteContact(
  deps: Deps,
  ctx: CallContext,
  { id, reason }: { readonly id: string; readonly reason: string | null },
): Promise<Contact> {
  const contact = await getContact(deps, id);
  if (contact.is_deleted) return contact;
  const deletedAt = new Date(deps.clock.now());
  const deleted = touch(deps, {
    ...contact,
    is_deleted: true,
    deleted_at: deletedAt,
    deletion_reason: reason,
  });
  await save(deps, deleted, contact.version);
  await deps.counts.add(countChanges(contact, deleted));
  await releaseEmail(deps, ctx, contact.email);
  deps.events.emit(contactDeleted, { aggregate: { id, version: deleted.version }, data: toRecord(deleted) });
  return deleted;
}

/** A new address passes the checks of a create, and gives the old one free. */
async function moveEmail(
  deps: Deps,
  ctx: CallContext,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  if (from === to) return;
  const holder = await deps.contacts.findByEmail(to);
  if (holder !== undefined) throw contactErrors.duplicateEmail.make({ field: 'email' });
  await assignEmail(deps, ctx, to);
  await requireUnsuppressed(deps, to);
  await releaseEmail(deps, ctx, from);
}

/** The contact with one change more, made now. */
export function touch(deps: Pick<Deps, 'clock'>, contact: Contact): Contact {
  return { ...contact, updated_at: new Date(deps.clock.now()), version: contact.version + 1 };
}

/** A lost race inside a transaction is retried by the transaction; one that still shows is told as a conflict. */
export async function save(
  deps: Pick<Deps, 'contacts'>,
  contact: Contact,
  expectedVersion: number,
): Promise<void> {
  if (await deps.contacts.save(contact, expectedVersion)) return;
  throw new AppError('conflict', 'The contact was changed by another request; try again.');
}
