import { defineService, type Service } from '@outreach/app-kit';
import { CampaignsServiceService } from '@outreach/contracts-campaigns';
import { createCampaigns } from './campaigns/index.ts';
import { campaignsConfig, type CampaignsConfig } from './config.ts';
import { createContactLinks } from './contact-links/index.ts';
import { createEnrollments } from './enrollments/index.ts';
import { createSendingAccounts } from './sending-accounts/index.ts';
import { createSequences } from './sequences/index.ts';

/** The campaigns service: its features, from the lowest to the highest. */
export const campaignsService: Service<CampaignsConfig> = defineService({
  name: 'campaigns',
  config: campaignsConfig,
  rpc: CampaignsServiceService,
  features: (base, config) => {
    const sequences = createSequences(base);
    const campaigns = createCampaigns(base);
    const stores = { sequences: sequences.store, campaigns: campaigns.store };
    const enrollments = createEnrollments(base, stores, config);
    const sendingAccounts = createSendingAccounts(base, { campaigns: campaigns.store, config });
    const contactLinks = createContactLinks(base, enrollments);
    return [sequences, campaigns, enrollments, sendingAccounts, contactLinks];
  },
});
