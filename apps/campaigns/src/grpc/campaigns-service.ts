import { CampaignsServiceService } from '@outreach/contracts-campaigns';
import { bindRpc, type BoundService } from '@outreach/service-kit';

/** outreach.campaigns.v1.CampaignsService; its contract has no methods yet. */
export function campaignsService(): BoundService {
  return bindRpc(CampaignsServiceService, {});
}
