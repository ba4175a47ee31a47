import type { Candidate } from '@outreach/contracts-contacts/gen/candidates.ts';
import type { Contact } from '../contact-model/index.ts';
import { findMatchingSuppressions, type CheckSuppressionsPorts } from '../suppressions/index.ts';

/** The candidates for contacts that meet the filter, in the order of the contacts. */
export async function toCandidates(
  ports: CheckSuppressionsPorts,
  contacts: readonly Contact[],
): Promise<Candidate[]> {
  const suppressions = await findMatchingSuppressions(
    ports,
    contacts.map(({ email }) => email),
  );
  return contacts.map((contact) => ({
    contact_id: contact.id,
    email: contact.email,
    verification_status: contact.verification_status,
    is_suppressed: suppressions.has(contact.email),
    meets_filter: true,
    time_zone: contact.time_zone ?? undefined,
    mail_provider: contact.mail_provider ?? undefined,
  }));
}
