import { defineService, type Service } from '@outreach/app-kit';
import { CampaignsServiceService } from '@outreach/contracts-campaigns';
import { createCampaignRecords, createCampaigns } from './campaigns/index.ts';
import { campaignsConfig, type CampaignsConfig } from './config.ts';
import { createContactLinks } from './contact-links/index.ts';
import { createContactsClient } from './contacts-client/index.ts';
import { createEnrollments } from './enrollments/index.ts';
import { createAccountReader, createGate } from './gate/index.ts';
import { createSending } from './sending/index.ts';
import { createSequences } from './sequences/index.ts';

/** No workspace has a sending account, so each id of one is unknown. */
const noAccounts = {
  accounts: { findByIds: async () => Promise.resolve([]) },
  mailer: { send: async () => Promise.reject(new Error('There are no sending accounts.')) },
};

/** The campaigns service: its features, from the lowest to the highest. */
export const campaignsService: Service<CampaignsConfig> = defineService({
  name: 'campaigns',
  config: campaignsConfig,
  rpc: CampaignsServiceService,
  features: (base, config) => {
    const contacts = createContactsClient(base, config);
    const records = createCampaignRecords(base);
    const { store, completionChecks } = records;
    const sequences = createSequences(base, {
      campaigns: store,
      contacts: contacts.mergeData,
      ...noAccounts,
    });
    const sending = createSending(base);
    const { queuedSends } = sending;
    const enrollments = createEnrollments(base, {
      sequences: sequences.store,
      campaigns: store,
      completionChecks,
      queuedSends,
      candidates: contacts.candidates,
    });
    const accounts = createAccountReader(base.mongo.connection);
    const gate = createGate(base, {
      sequences: sequences.store,
      accounts,
      contacts: contacts.campaigns,
    });
    const campaigns = createCampaigns(base, {
      records,
      contacts: contacts.campaigns,
      gate,
      sequences: sequences.store,
      accounts,
      enrollments,
      queuedSends,
    });
    const contactLinks = createContactLinks(base, enrollments);
    return [contacts, sequences, sending, enrollments, campaigns, contactLinks];
  },
});
