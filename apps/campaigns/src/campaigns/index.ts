import type { Feature, ServiceBase } from '@outreach/app-kit';
import { createCampaignStore } from './campaign.store.ts';
import type { CampaignStore } from './ports.ts';

export { OPEN_CAMPAIGN_STATUSES } from './campaign.ts';
export type { Campaign, ContactFilter } from './campaign.ts';
export type { CampaignStore } from './ports.ts';

export interface Campaigns extends Feature {
  readonly store: CampaignStore;
}

/** Campaigns and the filter of the contacts that they accept. */
export function createCampaigns({ mongo, units }: Pick<ServiceBase, 'mongo' | 'units'>): Campaigns {
  return { name: 'campaigns', store: createCampaignStore(mongo.connection, units.writes) };
}
