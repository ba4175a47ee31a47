import type { Contact } from '../contact-model/index.ts';
import { findMatchingSuppressions, type CheckSuppressionsPorts } from '../suppressions/index.ts';

/** The facts about a contact that decide whether a campaign may enroll it. */
export interface Candidate {
  readonly id: string;
  readonly email: string;
  readonly verificationStatus: string;
  /** By the workspace or globally. */
  readonly isSuppressed: boolean;
  readonly meetsFilter: boolean;
  readonly timeZone: string | null;
  readonly mailProvider: string | null;
}

/** The candidates for contacts that meet the filter, in the order of the contacts. */
export async function toCandidates(
  ports: CheckSuppressionsPorts,
  contacts: readonly Contact[],
): Promise<readonly Candidate[]> {
  const suppressions = await findMatchingSuppressions(
    ports,
    contacts.map(({ email }) => email),
  );
  return contacts.map((contact) => ({
    id: contact.id,
    email: contact.email,
    verificationStatus: contact.verification_status,
    isSuppressed: suppressions.has(contact.email),
    meetsFilter: true,
    timeZone: contact.time_zone,
    mailProvider: contact.mail_provider,
  }));
}
