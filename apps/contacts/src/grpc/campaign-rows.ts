import type { ContactsServiceService } from '@outreach/contracts-contacts';
import type { RpcTable } from '@outreach/service-kit';
import { registerCampaign, releaseCampaign } from '../domain/campaigns/register-campaign.ts';
import type { Deps } from '../domain/ports.ts';
import { CAMPAIGNS } from './scopes.ts';

type CampaignRows = Pick<RpcTable<typeof ContactsServiceService>, 'registerCampaign' | 'releaseCampaign'>;

/** The rows by which the campaigns service says what it uses. */
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
  };
}
