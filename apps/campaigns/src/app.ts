import { defineService, type Service, type ServiceBase } from '@outreach/app-kit';
import { CampaignsServiceService } from '@outreach/contracts-campaigns';
import { INBOX_LIMITS } from '@outreach/contracts-campaigns/inbox';
import { createAnalytics } from './analytics/index.ts';
import { auditRules } from './audit-rules.ts';
import { createCampaignRecords, createCampaigns } from './campaigns/index.ts';
import { campaignsConfig, type CampaignsConfig } from './config.ts';
import { createContactLinks } from './contact-links/index.ts';
import { createContactsClient } from './contacts-client/index.ts';
import { createEnrollments } from './enrollments/index.ts';
import { createExports } from './exports/index.ts';
import { createGate } from './gate/index.ts';
import { createGuard } from './guard/index.ts';
import { sanitiseHtml } from './html/index.ts';
import { createInbox } from './inbox/index.ts';
import { createOAuth } from './oauth/index.ts';
import { createOAuthFlows } from './oauth-flows/index.ts';
import { createOutcomes, type Outcomes } from './outcomes/index.ts';
import { createPlaces, createPlannedDays, createPlanning, createPlanMarks } from './planning/index.ts';
import { createPlatformAdapters, createPlatformResults } from './platforms/index.ts';
import { createReplies } from './replies/index.ts';
import { createReports, SEALED_REPORTS } from './reports/index.ts';
import { createRetention, createRetentionSettings } from './retention/index.ts';
import { createSending } from './sending/index.ts';
import { createSendingAccounts } from './sending-accounts/index.ts';
import { createSends } from './sends/index.ts';
import { createSequences } from './sequences/index.ts';
import { createStats } from './stats/index.ts';
import { createThreadRecords, createThreads, SEALED_BODIES } from './threads/index.ts';
import { createTrackingDomainRecords, createTrackingDomains } from './tracking-domains/index.ts';
import { createTracking } from './tracking/index.ts';

/** The campaigns service: its features, from the lowest to the highest. */
export const campaignsService: Service<CampaignsConfig> = defineService({
  name: 'campaigns',
  config: campaignsConfig,
  rpc: CampaignsServiceService,
  audit: auditRules,
  sealed: [
    { collection: 'sending_accounts', fields: ['smtp.sealed_password', 'imap.sealed_password'] },
    { collection: 'sends', fields: ['sealed_rendering'] },
    SEALED_BODIES,
    { collection: 'oauth_tokens', fields: ['sealed_tokens'] },
    { collection: 'oauth_flows', fields: ['sealed_verifier'] },
    SEALED_REPORTS,
  ],
  features: (base, config) => {
    const basics = createBasics(base, config);
    const campaigns = createCampaignFeatures(base, basics);
    const engine = createEngine(base, { ...basics, ...campaigns, config });
    const { contacts, oauth, sendingAccounts, trackingDomains, oauthFlows, sequences, platforms } = basics;
    const accounts = [oauth, sendingAccounts, trackingDomains, oauthFlows];
    return [contacts, ...accounts, sequences, platforms, ...campaigns.features, ...engine];
  },
});

/** Records and connections that other features use. */
function createBasics(base: ServiceBase, config: CampaignsConfig) {
  const contacts = createContactsClient(base, config);
  const records = createCampaignRecords(base);
  const { store } = records;
  const planMarks = createPlanMarks(base);
  const { marks } = planMarks;
  const plannedDays = createPlannedDays(base, { campaigns: store, marks });
  const oauth = createOAuth(base, config);
  const domainRecords = createTrackingDomainRecords(base);
  const sendingAccounts = createSendingAccounts(base, {
    campaigns: {
      usesAccount: store.usesAccount,
      activeIdsUsing: async (ids) => store.activeIdsUsing(ids, await plannedDays.campaignsUsing(ids)),
    },
    planMarks: marks,
    trackingDomains: domainRecords,
    oauth,
    config,
  });
  const { domainUse, resolver } = sendingAccounts;
  const trackingDomains = createTrackingDomains(base, {
    domains: domainRecords.domains,
    accounts: domainUse,
    resolver,
    config,
  });
  const oauthFlows = createOAuthFlows(base, { oauth, accounts: sendingAccounts, config });
  const stats = createStats(base);
  const sequences = createSequences(base, {
    campaigns: store,
    counters: stats.reader,
    contacts: contacts.mergeData,
    accounts: sendingAccounts.reader,
    mailer: sendingAccounts.testMailer,
    suppressions: contacts.suppressions,
    config,
  });
  const sends = createSends(base, { plannedDays, config });
  const retention = createRetentionSettings(base);
  const platforms = createPlatformAdapters(base, config);
  const accounts = { oauth, sendingAccounts, trackingDomains, oauthFlows };
  const sending = { sends, stats, platforms, retention };
  return { contacts, records, planMarks, plannedDays, ...accounts, sequences, ...sending };
}

type Basics = ReturnType<typeof createBasics>;

/** Campaigns and their enrollments. */
function createCampaignFeatures(base: ServiceBase, basics: Basics) {
  const { contacts, records, sends, stats, sequences: allSequences } = basics;
  const shared = {
    sequences: allSequences.store,
    accounts: basics.sendingAccounts.reader,
    queuedSends: sends.queuedSends,
    planMarks: basics.planMarks.marks,
  };
  const enrollments = createEnrollments(base, {
    ...shared,
    campaigns: records.store,
    completionChecks: records.completionChecks,
    candidates: contacts.candidates,
    stats: stats.writer,
  });
  const gate = createGate(base, {
    ...shared,
    contacts: contacts.campaigns,
    blocklist: basics.sendingAccounts.blocklist,
    sends: stats.reader,
    platforms: basics.platforms,
  });
  const campaigns = createCampaigns(base, {
    ...shared,
    records,
    contacts: contacts.campaigns,
    gate,
    enrollments,
    metrics: stats.reader,
  });
  const guard = createGuard(base, { stats: stats.reader, pauser: campaigns.pauser });
  const threads = createThreadRecords(base, {
    sequences: allSequences.store,
    enrollments: enrollments.records,
    contacts: contacts.names,
    inboxDays: basics.retention.inboxDays,
  });
  const expiredSends = sends.createExpired(enrollments.records);
  return { enrollments, guard, threads, expiredSends, features: [enrollments, campaigns] };
}

type Engine = Basics &
  Pick<ReturnType<typeof createCampaignFeatures>, 'enrollments' | 'guard' | 'threads' | 'expiredSends'> & {
    readonly config: CampaignsConfig;
  };

function sharedOf({ records, sequences, enrollments, config }: Engine) {
  return { campaigns: records.store, sequences: sequences.store, enrollments: enrollments.records, config };
}

function createEngineOutcomes(base: ServiceBase, engine: Engine) {
  return createOutcomes(base, {
    ...sharedOf(engine),
    threads: engine.threads,
    stats: engine.stats.writer,
    countSends: engine.sendingAccounts.countSends,
    plannedDays: engine.plannedDays,
    planMarks: engine.planMarks.marks,
    queuedSends: engine.sends.queuedSends,
    suppressor: engine.contacts.suppressor,
    guard: engine.guard,
  });
}

/** What users do in threads. */
function createConversations(base: ServiceBase, engine: Engine, outcomes: Outcomes) {
  const { contacts, sendingAccounts, sends, threads, stats } = engine;
  const { reasonsAmong } = outcomes;
  const enrollments = engine.enrollments.records;
  const replies = createReplies(base, {
    threads,
    senders: sendingAccounts.senders,
    accounts: sendingAccounts.reader,
    contacts: contacts.addresses,
    places: createPlaces(base, { accounts: sendingAccounts.reader }).answers,
    suppressionReasons: contacts.suppressionReasons,
    reasonsAmong,
    wakeUp: sends.wakeUp,
    sanitise: (html) => sanitiseHtml(html, INBOX_LIMITS.bodyBytesMax).html,
  });
  const reading = { records: threads, enrollments, sends: outcomes.sends, stats: stats.writer };
  return [replies, createThreads(base, reading)];
}

/** Analyses, and the pages that share them. */
function createNumbers(base: ServiceBase, engine: Engine) {
  const { contacts, sendingAccounts, stats, enrollments, config } = engine;
  const shared = { ...sharedOf(engine), contacts: contacts.campaigns };
  const accounts = sendingAccounts.reader;
  return [
    createAnalytics(base, {
      ...shared,
      stats,
      enrollments,
      accounts,
      expiredSends: engine.expiredSends,
      sendsRetainedFrom: engine.retention.sendsRetainedFrom,
    }),
    createReports(base, { ...shared, owners: stats.owners, config }),
  ];
}

function createEngineRetention(base: ServiceBase, { retention, threads, expiredSends }: Engine) {
  return createRetention(base, {
    settings: retention,
    expireSends: (before) => async (after) => expiredSends.expire(before, after),
    limitBodies: (days) => async (after) => threads.limitBodies(days, after),
  });
}

/** Plans, sends, and records what comes back. */
function createEngine(base: ServiceBase, engine: Engine) {
  const { contacts, sendingAccounts, sends, platforms, enrollments, guard, threads } = engine;
  const shared = sharedOf(engine);
  const outcomes = createEngineOutcomes(base, engine);
  const recording = { ...shared, recorder: outcomes.recorder, messageIds: sends.messageIds };
  const planning = createPlanning(base, {
    ...shared,
    queue: engine.planMarks.queue,
    accounts: sendingAccounts.reader,
    enrollments,
    sendWakeUp: sends.wakeUp,
    guard,
  });
  const tracking = createTracking(base, recording);
  const sending = createSending(base, {
    ...recording,
    accounts: sendingAccounts,
    preflight: contacts.preflight,
    links: tracking.links,
    hasUnsubscribes: tracking.hasUnsubscribes,
    threads: engine.threads,
    suppressedAmong: outcomes.suppressedAmong,
    suppressionReasons: contacts.suppressionReasons,
    reasonsAmong: outcomes.reasonsAmong,
    sentFolder: { find: sendingAccounts.mailboxes.hasSent },
    adapters: platforms.adapters,
    wakeUp: sends.wakeUp,
  });
  const conversations = createConversations(base, engine, outcomes);
  const inbox = createInbox(base, { ...recording, receiver: threads.receiver, accounts: sendingAccounts });
  const exports = createExports(base, shared);
  const features = [outcomes, planning, tracking, sending, ...conversations, inbox, exports];
  const ofSends = { ...sends, personalData: threads.sentPersonalData };
  return [
    ...features,
    createPlatformResults(base, { ...recording, verifier: platforms.verifier }),
    ...createNumbers(base, engine),
    createEngineRetention(base, engine),
    createContactLinks(base, {
      references: enrollments,
      threads,
      places: [enrollments, ofSends, outcomes, inbox, threads, exports],
    }),
  ];
}
