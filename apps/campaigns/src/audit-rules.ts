import { onRequested, type AuditTable } from '@outreach/app-kit/audit';
import type { CampaignsServiceService } from '@outreach/contracts-campaigns';

const ONE_ENROLLMENT = { none: 'a change of one enrollment is in the timeline of its contact' };
const MAIL = { none: 'the inbox has its own record' };
const CHECK = { none: 'a test changes no setting' };
const BY_SERVICE = { none: 'another service calls it' };

/** What the audit log records of this service. */
export const auditRules: AuditTable<typeof CampaignsServiceService> = {
  createSequence: { action: 'sequence.created', target: 'sequence', id: ({ sequence }) => sequence?.id },
  updateSequence: onRequested('sequence.updated', 'sequence'),
  deleteSequence: onRequested('sequence.deleted', 'sequence'),
  cloneSequence: { action: 'sequence.cloned', target: 'sequence', id: ({ sequence }) => sequence?.id },
  replaceSteps: {
    action: 'sequence.steps_replaced',
    target: 'sequence',
    id: ({ sequence }) => sequence?.id,
  },
  selectWinner: {
    action: 'sequence.winner_selected',
    target: 'sequence',
    id: ({ sequence }) => sequence?.id,
  },
  sendTestEmail: CHECK,
  enrollInSequence: {
    action: 'sequence.contacts_enrolled',
    target: 'sequence',
    id: (_reply, request) => request?.sequence_id,
    count: ({ enrolled_count: count }) => count,
  },
  createSendingAccount: {
    action: 'sending_account.created',
    target: 'sending_account',
    id: ({ account }) => account?.id,
  },
  updateSendingAccount: onRequested('sending_account.updated', 'sending_account'),
  deleteSendingAccount: onRequested('sending_account.deleted', 'sending_account'),
  pauseSendingAccount: onRequested('sending_account.paused', 'sending_account'),
  resumeSendingAccount: onRequested('sending_account.resumed', 'sending_account'),
  testSendingAccount: CHECK,
  createTrackingDomain: {
    action: 'tracking_domain.created',
    target: 'tracking_domain',
    id: ({ tracking_domain: domain }) => domain?.id,
  },
  updateTrackingDomain: onRequested('tracking_domain.updated', 'tracking_domain'),
  deleteTrackingDomain: onRequested('tracking_domain.deleted', 'tracking_domain'),
  verifyTrackingDomain: {
    action: 'tracking_domain.verified',
    target: 'tracking_domain',
    id: ({ tracking_domain: domain }) => domain?.id,
  },
  createReport: { action: 'report.created', target: 'report', id: ({ report }) => report?.id },
  updateRetention: { action: 'retention.updated', target: 'retention', id: () => null },
  deleteReport: onRequested('report.deleted', 'report'),
  startOAuth: { none: 'the end of the consent is recorded' },
  reconnectOAuth: { none: 'the end of the consent is recorded' },
  completeOAuth: {
    action: 'sending_account.connected',
    target: 'sending_account',
    id: ({ account_id: id }) => id,
  },
  enrollInCampaign: {
    action: 'campaign.contacts_enrolled',
    target: 'campaign',
    id: (_reply, request) => request?.campaign_id,
    count: ({ enrolled_count: count }) => count,
  },
  removeContacts: {
    action: 'campaign.contacts_removed',
    target: 'campaign',
    id: (_reply, request) => request?.campaign_id,
    count: ({ removed_count: count }) => count,
  },
  pauseEnrollment: ONE_ENROLLMENT,
  resumeEnrollment: ONE_ENROLLMENT,
  createCampaign: { action: 'campaign.created', target: 'campaign', id: ({ campaign }) => campaign?.id },
  updateCampaign: onRequested('campaign.updated', 'campaign'),
  launchCampaign: onRequested('campaign.launched', 'campaign'),
  pauseCampaign: onRequested('campaign.paused', 'campaign'),
  resumeCampaign: onRequested('campaign.resumed', 'campaign'),
  archiveCampaign: onRequested('campaign.archived', 'campaign'),
  cloneCampaign: { action: 'campaign.cloned', target: 'campaign', id: ({ campaign }) => campaign?.id },
  updateThread: MAIL,
  replyToThread: MAIL,
  startExport: { none: 'exports of emails are no exports of contacts' },
  recordPlatformResults: BY_SERVICE,
  unsubscribe: BY_SERVICE,
};
