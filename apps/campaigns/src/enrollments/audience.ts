import type { GetAudienceResponse } from '@outreach/contracts-campaigns/gen/planning.ts';
import type { CallContext } from '@outreach/service-kit';
import type { Campaign } from '../campaigns/index.ts';
import { refusalOf, type Candidate } from './candidate.ts';
import type { CandidateSample, EnrollmentPorts } from './ports.ts';

/** Why a campaign does not enroll a contact that matches its filter. */
type LeftOutReason = 'already_enrolled' | 'suppressed' | 'invalid_address' | 'risky_address';

/** Accepted contacts with the same zone and provider. */
export interface AudienceGroup {
  readonly timeZone: string | null;
  readonly mailProvider: string | null;
  readonly count: number;
}

/** The contacts that match the filter of a campaign, by what a launch would do with them now. */
export interface Audience extends GetAudienceResponse {
  readonly groups: readonly AudienceGroup[];
}

export type AudienceCampaign = Pick<Campaign, 'id' | 'contact_filter' | 'allow_risky_contacts'>;

export interface AudienceReader {
  read(ctx: CallContext, campaign: AudienceCampaign): Promise<Audience>;
}

export async function readAudience(
  { candidates, enrollments }: EnrollmentPorts,
  ctx: CallContext,
  campaign: AudienceCampaign,
): Promise<Audience> {
  const sample = await candidates.sample(ctx, campaign.contact_filter);
  const ids = sample.candidates.map(({ contactId }) => contactId);
  return audienceOf(campaign, sample, await enrollments.idsOf(campaign.id, ids));
}

/** The audience of a sample. Of a part of the matches, it extrapolates the counts to all of them. */
export function audienceOf(
  campaign: AudienceCampaign,
  { candidates, total, isTotalEstimated }: CandidateSample,
  enrolled: { has(contactId: string): boolean },
): Audience {
  // Contacts may have been added or deleted between the sample and the count.
  const matching = Math.max(total, candidates.length);
  const factor = candidates.length === 0 ? 1 : matching / candidates.length;
  const byReason = Map.groupBy(candidates, (candidate) => reasonOf(campaign, candidate, enrolled));
  const countOf = (reason: LeftOutReason): number => Math.round((byReason.get(reason)?.length ?? 0) * factor);
  const left_out = {
    already_enrolled: countOf('already_enrolled'),
    suppressed: countOf('suppressed'),
    invalid_address: countOf('invalid_address'),
    risky_address: countOf('risky_address'),
  };
  const accepted = Object.values(left_out).reduce((rest, count) => rest - count, matching);
  const groups = Map.groupBy(byReason.get(undefined) ?? [], ({ timeZone, mailProvider }) =>
    JSON.stringify([timeZone, mailProvider]),
  );
  return {
    campaign_id: campaign.id,
    matching,
    accepted: Math.max(0, accepted),
    groups: [...groups.values()].flatMap((own) => toGroup(own, factor)),
    left_out,
    is_estimated: isTotalEstimated || candidates.length < matching,
  };
}

function reasonOf(
  campaign: AudienceCampaign,
  candidate: Candidate,
  enrolled: { has(contactId: string): boolean },
): LeftOutReason | undefined {
  if (enrolled.has(candidate.contactId)) return 'already_enrolled';
  const refusal = refusalOf(campaign, candidate);
  if (refusal === undefined || refusal === 'suppressed') return refusal;
  return candidate.verificationStatus === 'invalid' ? 'invalid_address' : 'risky_address';
}

function toGroup(own: readonly Candidate[], factor: number): readonly AudienceGroup[] {
  const [first] = own;
  if (first === undefined) return [];
  const { timeZone, mailProvider } = first;
  return [{ timeZone, mailProvider, count: Math.round(own.length * factor) }];
}
