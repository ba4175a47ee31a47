import type {
  Candidate as CandidateMessage,
  ContactFilter,
  ContactsServiceService,
} from '@outreach/contracts-contacts';
import type { RpcTable } from '@outreach/service-kit';
import type { CampaignFilter } from './campaign-filter.ts';
import { resolveCandidates, type Candidate } from './resolve-candidates.ts';
import { registerCampaign, releaseCampaign } from './register-campaign.ts';
import type { Deps } from '../domain/ports.ts';
import { CAMPAIGNS } from '../contact-records/scopes.rpc.ts';

type CampaignRows = Pick<
  RpcTable<typeof ContactsServiceService>,
  'registerCampaign' | 'releaseCampaign' | 'resolveCandidates'
>;

/** The rows for the campaigns service: what it uses, and whom it may take. */
export function campaignRows(deps: Deps): CampaignRows {
  return {
    registerCampaign: {
      scope: CAMPAIGNS,
      command: async (_ctx, { campaign_id: campaignId, segment_ids: segmentIds }) => {
        await registerCampaign(deps, { campaignId, segmentIds });
        return {};
      },
    },
    releaseCampaign: {
      scope: CAMPAIGNS,
      command: async (_ctx, { campaign_id: campaignId }) => {
        await releaseCampaign(deps, campaignId);
        return {};
      },
    },
    resolveCandidates: {
      scope: CAMPAIGNS,
      query: async (_ctx, { contact_ids: contactIds, contact_filter: filter }) => {
        const candidates = await resolveCandidates(deps, { contactIds, filter: fromFilterMessage(filter) });
        return { candidates: candidates.map(toCandidateMessage) };
      },
    },
  };
}

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
  };
}
