import type { Candidate, ResolveCandidatesRequest } from '@outreach/contracts-contacts/gen/candidates.ts';
import { invalidField } from '@outreach/errors';
import { isAlways, toQuery } from '../filters/index.ts';
import { toCandidates } from './candidate.ts';
import { campaignCondition } from './campaign-filter.ts';
import type { CampaignLinkPorts } from './ports.ts';

const CANDIDATES_MAX = 1_000;

/**
 * Returns the candidates for the contacts that exist and are not deleted.
 * @throws AppError invalid_argument on more than 1,000 contacts or 100 segments.
 */
export async function resolveCandidates(
  ports: CampaignLinkPorts,
  { contact_ids: contactIds, contact_filter: filter }: ResolveCandidatesRequest,
): Promise<Candidate[]> {
  if (contactIds.length > CANDIDATES_MAX)
    throw invalidField('contact_ids', `contact_ids must have at most ${CANDIDATES_MAX} items.`);
  const [found, condition] = await Promise.all([
    ports.contacts.findByIds(contactIds),
    campaignCondition(ports, filter),
  ]);
  const active = found.filter((contact) => !contact.is_deleted);
  const [candidates, meeting] = await Promise.all([
    toCandidates(ports, active),
    isAlways(condition) ? undefined : ports.contacts.known(contactIds, toQuery(condition)),
  ]);
  return candidates.map((candidate) => ({
    ...candidate,
    meets_filter: meeting?.has(candidate.contact_id) ?? true,
  }));
}
