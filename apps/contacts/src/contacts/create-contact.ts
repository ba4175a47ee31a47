import { contactCreated } from '@outreach/contracts-contacts/events';
import { invalidField } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { prepareEmailAssignment, type EmailAssignment } from '../agency/index.ts';
import {
  applyChange,
  blankContact,
  toRecord,
  type Contact,
  type ContactChange,
} from '../contact-model/index.ts';
import { countChanges } from '../contact-store/index.ts';
import { withCustomFields } from '../custom-fields/index.ts';
import { loadScorer } from '../scoring/index.ts';
import { findMatchingSuppressions, refuseSuppressed } from '../suppressions/index.ts';
import type { ContactPorts } from './ports.ts';

export interface Created {
  readonly contact: Contact;
  /** False if the workspace had a contact with this address; it is returned unchanged. */
  readonly created: boolean;
}

/** The result of `prepareCreate`; nothing is written yet. */
export interface CreatePlan extends Created {
  readonly assignEmail: EmailAssignment;
}

/**
 * Checks and builds a new contact.
 * @throws AppError invalid_argument without an email or on a wrong custom field; conflict when the address belongs to
 * another client of the agency or is globally suppressed; failed_precondition when the workspace suppresses it.
 */
export async function prepareCreate(
  ports: ContactPorts,
  ctx: CallContext,
  change: ContactChange,
): Promise<CreatePlan> {
  const { email } = change;
  if (email === undefined) throw invalidField('email', 'An email is required.');
  // A wrong value is reported before a conflict.
  const blank = blankContact(ports, ctx, email);
  const unscored = await withCustomFields(ports, applyChange(blank, change), change);
  const { existing, suppression, scorer } = await readForCreate(ports, email);
  if (existing !== undefined)
    return { contact: existing, created: false, assignEmail: async () => Promise.resolve() };
  const assignEmail = await prepareEmailAssignment(ports, ctx, email);
  refuseSuppressed(suppression);
  return { contact: scorer.score(unscored), created: true, assignEmail };
}

/** Writes the contact and emits contact.created. */
export async function commitCreate(
  { contacts, counts, events }: ContactPorts,
  { contact, created, assignEmail }: CreatePlan,
): Promise<Created> {
  if (!created) return { contact, created };
  await assignEmail();
  await contacts.insert(contact);
  await counts.add(countChanges(undefined, contact));
  events.emit(contactCreated, {
    aggregate: { id: contact.id, version: contact.version },
    data: toRecord(contact),
  });
  return { contact, created };
}

/** Reads the contact with the address, the suppressions of the address and the scoring profile concurrently. */
async function readForCreate(ports: ContactPorts, email: string) {
  const [existing, [suppressions, scorer]] = await ports.both(
    async () => ports.contacts.findByEmail(email),
    async () =>
      ports.both(
        async () => findMatchingSuppressions(ports, [email]),
        async () => loadScorer(ports),
      ),
  );
  return { existing, suppression: suppressions.get(email), scorer };
}
