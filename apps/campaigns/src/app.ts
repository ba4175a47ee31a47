import { defineService, type Service } from '@outreach/app-kit';
import { CampaignsServiceService } from '@outreach/contracts-campaigns';
import { createCampaigns } from './campaigns/index.ts';
import { campaignsConfig, type CampaignsConfig } from './config.ts';
import { createContactLinks } from './contact-links/index.ts';
import { createEnrollments } from './enrollments/index.ts';
import { createSending } from './sending/index.ts';
import { createSequences } from './sequences/index.ts';

/** The campaigns service: its features, from the lowest to the highest. */
export const campaignsService: Service<CampaignsConfig> = defineService({
  name: 'campaigns',
  config: campaignsConfig,
  rpc: CampaignsServiceService,
  features: (base, config) => {
    const sequences = createSequences(base);
    const campaigns = createCampaigns(base);
    const sending = createSending(base);
    const { store, completionChecks } = campaigns;
    const { queuedSends } = sending;
    const needs = { sequences: sequences.store, campaigns: store, completionChecks, queuedSends };
    const enrollments = createEnrollments(base, needs, config);
    const contactLinks = createContactLinks(base, enrollments);
    return [sequences, campaigns, sending, enrollments, contactLinks];
  },
});
