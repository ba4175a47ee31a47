import { invalidField } from '@outreach/errors';
import type { ContactStore } from '../contact-records/index.ts';
import { isAlways, toQuery, type FilterNamePorts } from '../lists/index.ts';
import { findMatchingSuppressions, type CheckSuppressionsPorts } from '../suppressions/index.ts';
import { campaignCondition, type CampaignFilter } from './campaign-filter.ts';

const CANDIDATES_MAX = 1_000;

/** The facts about a contact that decide whether a campaign may enroll it. */
export interface Candidate {
  readonly id: string;
  readonly email: string;
  readonly verificationStatus: string;
  /** By the workspace or globally. */
  readonly isSuppressed: boolean;
  readonly meetsFilter: boolean;
}

export interface CandidateRequest {
  readonly contactIds: readonly string[];
  readonly filter: CampaignFilter;
}

export interface ResolveCandidatesPorts extends FilterNamePorts, CheckSuppressionsPorts {
  readonly contacts: Pick<ContactStore, 'findByIds' | 'known'>;
}

/**
 * Returns the candidates for the contacts that exist and are not deleted.
 * @throws AppError invalid_argument on more than 1,000 contacts or 100 segments.
 */
export async function resolveCandidates(
  ports: ResolveCandidatesPorts,
  { contactIds, filter }: CandidateRequest,
): Promise<readonly Candidate[]> {
  if (contactIds.length > CANDIDATES_MAX)
    throw invalidField('contact_ids', `contact_ids must have at most ${CANDIDATES_MAX} items.`);
  const [found, condition] = await Promise.all([
    ports.contacts.findByIds(contactIds),
    campaignCondition(ports, filter),
  ]);
  const active = found.filter((contact) => !contact.is_deleted);
  const [suppressions, meeting] = await Promise.all([
    findMatchingSuppressions(
      ports,
      active.map(({ email }) => email),
    ),
    isAlways(condition) ? undefined : ports.contacts.known(contactIds, toQuery(condition)),
  ]);
  return active.map(({ id, email, verification_status: verificationStatus }) => ({
    id,
    email,
    verificationStatus,
    isSuppressed: suppressions.has(email),
    meetsFilter: meeting?.has(id) ?? true,
  }));
}
