import type {
  Candidate as CandidateMessage,
  ContactFilter,
} from '@outreach/contracts-contacts/gen/candidates.ts';
import { NOTHING } from '@outreach/service-kit/rpc';
import { CAMPAIGNS, type ContactsMethods } from '../methods/index.ts';
import { toContactMessage } from '../contact-model/index.ts';
import type { CampaignFilter } from './campaign-filter.ts';
import type { Candidate } from './candidate.ts';
import { getMergeData } from './get-merge-data.ts';
import type { CampaignLinkPorts } from './ports.ts';
import { registerCampaign } from './register-campaign.ts';
import { resolveCandidates } from './resolve-candidates.ts';
import { sampleCandidates } from './sample-candidates.ts';
import { hasMatches, streamCandidates } from './stream-candidates.ts';

type CampaignLinkMethods = ContactsMethods<
  | 'registerCampaign'
  | 'releaseCampaign'
  | 'resolveCandidates'
  | 'checkContactFilter'
  | 'sampleCandidates'
  | 'streamCandidates'
  | 'getMergeData'
>;

/** The methods for the campaigns service. */
export function campaignLinkMethods(ports: CampaignLinkPorts): CampaignLinkMethods {
  return {
    registerCampaign: {
      scope: CAMPAIGNS,
      about: NOTHING,
      command: async (_ctx, { campaign_id: campaignId, segment_ids: segmentIds }) => {
        await registerCampaign(ports, { campaignId, segmentIds });
        return {};
      },
    },
    releaseCampaign: {
      scope: CAMPAIGNS,
      about: NOTHING,
      command: async (_ctx, { campaign_id: campaignId }) => {
        await ports.campaigns.release(campaignId);
        return {};
      },
    },
    ...candidateMethods(ports),
    getMergeData: {
      scope: CAMPAIGNS,
      query: async (_ctx, { contact_ids: contactIds }) => {
        const { contacts, fallbackValues } = await getMergeData(ports, contactIds);
        return { contacts: contacts.map(toContactMessage), fallback_values: fallbackValues };
      },
    },
  };
}

function candidateMethods(
  ports: CampaignLinkPorts,
): ContactsMethods<'resolveCandidates' | 'checkContactFilter' | 'sampleCandidates' | 'streamCandidates'> {
  return {
    resolveCandidates: {
      scope: CAMPAIGNS,
      query: async (_ctx, { contact_ids: contactIds, contact_filter: filter }) => {
        const candidates = await resolveCandidates(ports, { contactIds, filter: fromFilterMessage(filter) });
        return { candidates: candidates.map(toCandidateMessage) };
      },
    },
    checkContactFilter: {
      scope: CAMPAIGNS,
      query: async (_ctx, { contact_filter: filter }) => ({
        has_matches: await hasMatches(ports, fromFilterMessage(filter)),
      }),
    },
    sampleCandidates: {
      scope: CAMPAIGNS,
      query: async (_ctx, { contact_filter: filter }) => {
        const sample = await sampleCandidates(ports, fromFilterMessage(filter));
        return {
          candidates: sample.candidates.map(toCandidateMessage),
          total: sample.total,
          is_total_estimated: sample.isTotalEstimated,
        };
      },
    },
    streamCandidates: {
      scope: CAMPAIGNS,
      stream: async function* (_ctx, { contact_filter: filter, after: start }) {
        const pages = streamCandidates(ports, { filter: fromFilterMessage(filter), after: start });
        for await (const { candidates, after } of pages)
          yield { candidates: candidates.map(toCandidateMessage), after };
      },
    },
  };
}

/** An absent filter matches every contact. */
function fromFilterMessage(filter: ContactFilter | undefined): CampaignFilter {
  const { segment_ids: segmentIds = [], icp_tiers: icpTiers = [], grades = [] } = filter ?? {};
  return { segmentIds, icpTiers, grades };
}

function toCandidateMessage(candidate: Candidate): CandidateMessage {
  return {
    contact_id: candidate.id,
    email: candidate.email,
    verification_status: candidate.verificationStatus,
    is_suppressed: candidate.isSuppressed,
    meets_filter: candidate.meetsFilter,
    ...(candidate.timeZone === null ? {} : { time_zone: candidate.timeZone }),
    ...(candidate.mailProvider === null ? {} : { mail_provider: candidate.mailProvider }),
  };
}
