import type { Feature } from '@outreach/app-kit';
import type { CampaignsServiceService } from '@outreach/contracts-campaigns';
import type { RpcTable } from '@outreach/service-kit/rpc';

/** Methods of CampaignsService. The service starts only if each method has exactly one feature. */
export type CampaignsMethods = Partial<RpcTable<typeof CampaignsServiceService>>;

/** A feature with methods of CampaignsService. */
export type CampaignsFeature = Feature<CampaignsMethods>;

export const READ = ['campaigns:read'] as const;
export const WRITE = ['campaigns:write'] as const;
