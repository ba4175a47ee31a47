import { defineService, type Service } from '@outreach/app-kit';
import { CampaignsServiceService } from '@outreach/contracts-campaigns';
import { createAnalytics } from './analytics/index.ts';
import { createCampaignRecords, createCampaigns } from './campaigns/index.ts';
import { campaignsConfig, type CampaignsConfig } from './config.ts';
import { createContactLinks } from './contact-links/index.ts';
import { createContactsClient } from './contacts-client/index.ts';
import { createEnrollments } from './enrollments/index.ts';
import { createExports } from './exports/index.ts';
import { createGate } from './gate/index.ts';
import { createGuard } from './guard/index.ts';
import { createInbox } from './inbox/index.ts';
import { createOutcomes } from './outcomes/index.ts';
import { createPlannedDays, createPlanning, createPlanMarks } from './planning/index.ts';
import { createSending } from './sending/index.ts';
import { createSendingAccounts } from './sending-accounts/index.ts';
import { createSends } from './sends/index.ts';
import { createSequences } from './sequences/index.ts';
import { createStats } from './stats/index.ts';
import { createTracking } from './tracking/index.ts';

/** The campaigns service: its features, from the lowest to the highest. */
export const campaignsService: Service<CampaignsConfig> = defineService({
  name: 'campaigns',
  config: campaignsConfig,
  rpc: CampaignsServiceService,
  features: (base, config) => {
    const contacts = createContactsClient(base, config);
    const records = createCampaignRecords(base);
    const { store, completionChecks } = records;
    const { marks: planMarks, queue: planQueue } = createPlanMarks(base);
    const plannedDays = createPlannedDays(base, { campaigns: store, marks: planMarks });
    const sendingAccounts = createSendingAccounts(base, { campaigns: store, planMarks, config });
    const sequences = createSequences(base, {
      campaigns: store,
      contacts: contacts.mergeData,
      accounts: sendingAccounts.reader,
      mailer: sendingAccounts.testMailer,
    });
    const sends = createSends(base, { plannedDays });
    const { queuedSends, wakeUp } = sends;
    const stats = createStats(base);
    const enrollments = createEnrollments(base, {
      sequences: sequences.store,
      campaigns: store,
      completionChecks,
      queuedSends,
      candidates: contacts.candidates,
      planMarks,
    });
    const accounts = sendingAccounts.reader;
    const gate = createGate(base, {
      sequences: sequences.store,
      accounts,
      contacts: contacts.campaigns,
      sends: stats.reader,
    });
    const campaigns = createCampaigns(base, {
      records,
      contacts: contacts.campaigns,
      gate,
      sequences: sequences.store,
      accounts,
      enrollments,
      metrics: stats.reader,
      queuedSends,
      planMarks,
    });
    const guard = createGuard(base, { stats: stats.reader, pauser: campaigns.pauser });
    const outcomes = createOutcomes(base, {
      enrollments: enrollments.records,
      campaigns: store,
      sequences: sequences.store,
      stats: stats.writer,
      countSends: sendingAccounts.countSends,
      queuedSends,
      plannedDays,
      planMarks,
      suppressor: contacts.suppressor,
      guard,
    });
    const tracking = createTracking(base, { recorder: outcomes.recorder, config });
    const analytics = createAnalytics(base, {
      campaigns: store,
      sequences: sequences.store,
      stats: stats.reader,
      enrollments,
    });
    const planning = createPlanning(base, {
      queue: planQueue,
      campaigns: store,
      sequences: sequences.store,
      accounts,
      enrollments,
      sendWakeUp: wakeUp,
      guard,
      config,
    });
    const sending = createSending(base, {
      campaigns: store,
      enrollments: enrollments.records,
      sequences: sequences.store,
      accounts: sendingAccounts,
      preflight: contacts.preflight,
      links: tracking.links,
      sentFolder: { find: sendingAccounts.mailboxes.hasSent },
      recorder: outcomes.recorder,
      wakeUp,
      config,
    });
    const exports = createExports(base, { campaigns: store, config });
    const inbox = createInbox(base, {
      accounts: sendingAccounts,
      enrollments: enrollments.records,
      recorder: outcomes.recorder,
      config,
    });
    const contactLinks = createContactLinks(base, {
      references: enrollments,
      erasers: [enrollments.eraseAddresses, sends.eraseContacts, outcomes.eraseContacts, inbox.eraseContacts],
    });
    return [
      contacts,
      sendingAccounts,
      sequences,
      enrollments,
      campaigns,
      planning,
      outcomes,
      tracking,
      sending,
      inbox,
      analytics,
      exports,
      contactLinks,
    ];
  },
});
