import { invalidField } from '@outreach/errors';
import { isAlways } from '../lists/filters/condition.ts';
import type { NameDeps } from '../lists/filters/resolve-names.ts';
import { toQuery } from '../lists/filters/to-query.ts';
import type { Deps } from '../domain/ports.ts';
import { findMatchingSuppressions } from '../suppressions/check-suppressions.ts';
import { campaignCondition, type CampaignFilter } from './campaign-filter.ts';

const CANDIDATES_MAX = 1_000;

/** A contact as a campaign must know it before it takes it. */
export interface Candidate {
  readonly id: string;
  readonly email: string;
  readonly verificationStatus: string;
  /** By the workspace or the operator. */
  readonly isSuppressed: boolean;
  readonly meetsFilter: boolean;
}

export interface Candidacy {
  readonly contactIds: readonly string[];
  readonly filter: CampaignFilter;
}

/**
 * Those of the contacts that are there and not deleted.
 * @throws AppError invalid_argument on more than 1,000 contacts or 100 segments.
 */
export async function resolveCandidates(
  deps: NameDeps & Pick<Deps, 'contacts' | 'suppressions' | 'sha256'>,
  { contactIds, filter }: Candidacy,
): Promise<readonly Candidate[]> {
  if (contactIds.length > CANDIDATES_MAX)
    throw invalidField('contact_ids', `contact_ids must have at most ${CANDIDATES_MAX} items.`);
  const [found, condition] = await Promise.all([
    deps.contacts.findByIds(contactIds),
    campaignCondition(deps, filter),
  ]);
  const present = found.filter((contact) => !contact.is_deleted);
  const [covers, meeting] = await Promise.all([
    findMatchingSuppressions(
      deps,
      present.map(({ email }) => email),
    ),
    isAlways(condition) ? undefined : deps.contacts.known(contactIds, toQuery(condition)),
  ]);
  return present.map(({ id, email, verification_status: verificationStatus }) => ({
    id,
    email,
    verificationStatus,
    isSuppressed: covers.has(email),
    meetsFilter: meeting?.has(id) ?? true,
  }));
}
