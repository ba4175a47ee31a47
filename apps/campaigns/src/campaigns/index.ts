import type { Feature, ServiceBase } from '@outreach/app-kit';
import { createCampaignStore } from './campaign.store.ts';
import { createCompletionChecks } from './completion-check.store.ts';
import type { CampaignStore, CompletionChecks } from './ports.ts';

export { OPEN_CAMPAIGN_STATUSES } from './campaign.ts';
export type { Campaign, ContactFilter } from './campaign.ts';
export type { CampaignStore, CompletionChecks } from './ports.ts';

export interface Campaigns extends Feature {
  readonly store: CampaignStore;
  readonly completionChecks: CompletionChecks;
}

/** Campaigns and the filter of the contacts that they accept. */
export function createCampaigns({ mongo, units, clock, ids }: ServiceBase): Campaigns {
  const { connection } = mongo;
  return {
    name: 'campaigns',
    store: createCampaignStore({ connection, writes: units.writes }),
    completionChecks: createCompletionChecks({ connection, units, clock, ids }),
  };
}
