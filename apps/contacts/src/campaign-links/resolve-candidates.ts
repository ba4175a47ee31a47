import { invalidField } from '@outreach/errors';
import { isAlways, toQuery } from '../filters/index.ts';
import { toCandidates, type Candidate } from './candidate.ts';
import { campaignCondition, type CampaignFilter } from './campaign-filter.ts';
import type { CampaignLinkPorts } from './ports.ts';

const CANDIDATES_MAX = 1_000;

/**
 * Returns the candidates for the contacts that exist and are not deleted.
 * @throws AppError invalid_argument on more than 1,000 contacts or 100 segments.
 */
export async function resolveCandidates(
  ports: CampaignLinkPorts,
  { contactIds, filter }: { readonly contactIds: readonly string[]; readonly filter: CampaignFilter },
): Promise<readonly Candidate[]> {
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
  return candidates.map((candidate) => ({ ...candidate, meetsFilter: meeting?.has(candidate.id) ?? true }));
}
