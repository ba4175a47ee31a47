import { NOTHING } from '@outreach/service-kit/rpc';
import { CAMPAIGNS, type ContactsMethods } from '../methods/index.ts';
import { toContactMessage } from '../contact-model/index.ts';
import { getMergeData } from './get-merge-data.ts';
import type { CampaignLinkPorts } from './ports.ts';
import { registerCampaign } from './register-campaign.ts';
import { resolveCandidates } from './resolve-candidates.ts';
import { sampleCandidates } from './sample-candidates.ts';
import { hasMatches, streamCandidates } from './stream-candidates.ts';

/** The methods for the campaigns service. */
export function campaignLinkMethods(ports: CampaignLinkPorts): ContactsMethods {
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

function candidateMethods(ports: CampaignLinkPorts): ContactsMethods {
  return {
    resolveCandidates: {
      scope: CAMPAIGNS,
      query: async (_ctx, request) => ({ candidates: await resolveCandidates(ports, request) }),
    },
    checkContactFilter: {
      scope: CAMPAIGNS,
      query: async (_ctx, { contact_filter: filter }) => ({ has_matches: await hasMatches(ports, filter) }),
    },
    sampleCandidates: {
      scope: CAMPAIGNS,
      query: async (_ctx, { contact_filter: filter }) => sampleCandidates(ports, filter),
    },
    streamCandidates: {
      scope: CAMPAIGNS,
      stream: (_ctx, request) => streamCandidates(ports, request),
    },
  };
}
