export * from './gen/campaigns.ts';
export type {
  Campaign,
  CampaignInput,
  CheckGateResponse,
  CloneCampaignRequest,
  CreateCampaignRequest,
  GateReason,
  LaunchCampaignRequest,
  ListCampaignsRequest,
  ResumeCampaignRequest,
  ResumeCampaignResponse,
  UpdateCampaignRequest,
} from './gen/campaign_records.ts';
export {
  CAMPAIGN_BOUNDS,
  CAMPAIGN_NAME_MAX,
  CampaignRecord,
  FILTER_SEGMENTS_MAX,
  GATE_REASONS,
  GateReasonRecord,
  PAUSE_REASON_MAX,
  SENDING_ACCOUNTS_MAX,
  toCampaignRecord,
  toGateReasonRecord,
} from './campaign.ts';
export type { GateReasonName } from './campaign.ts';
export { platformBounceFields, PlatformResult, PlatformResultsBody } from './platform-results.ts';
export type { GetForecastResponse, GetSendingStatusResponse } from './gen/planning.ts';
export {
  ForecastRecord,
  SENDING_STATUSES,
  SendingStatusRecord,
  toForecastRecord,
  toSendingStatusRecord,
} from './planning.ts';
export type { ForecastConstraint, SendingStatusName } from './planning.ts';
export type {
  Enrollment,
  EnrollmentOutcome,
  EnrollInCampaignRequest,
  EnrollInSequenceRequest,
  ListContactEnrollmentsRequest,
} from './gen/enrollments.ts';
export { SendingAccountInput } from './gen/sending_accounts.ts';
export type {
  CompleteOAuthResponse,
  ConnectionTest,
  GetSendingAccountHealthResponse,
  SendingAccount,
  TestSendingAccountResponse,
} from './gen/sending_accounts.ts';
export {
  ENROLL_CONTACTS_MAX,
  ENROLLMENT_STATUSES,
  EnrollmentRecord,
  EnrollOutcome,
  toEnrollmentRecord,
} from './enrollment.ts';
export type { EnrollmentStatus } from './enrollment.ts';
export type {
  Sequence,
  SequenceInput,
  SequenceStep,
  SequenceStepInput,
  StepSelection,
  StepVariant,
  StepVariantInput,
  StepWinnerInput,
} from './gen/sequences.ts';
export {
  DELAY_UNITS,
  SEQUENCE_LIMITS,
  SEQUENCE_STATUSES,
  SequenceRecord,
  STEP_TYPES,
  THREAD_MODES,
  toSequenceRecord,
  VARIANT_LABELS,
  WINNER_METRICS,
  WINNER_MODES,
} from './sequence.ts';
export type {
  DelayUnit,
  SequenceStatus,
  ThreadMode,
  VariantLabel,
  WinnerMetric,
  WinnerMode,
} from './sequence.ts';
export { campaignErrors } from './errors.ts';
export * from './events.ts';
export * from './inbox-events.ts';
export * from './internal-events.ts';
export { AUTH_METHODS, OAUTH_ERRORS, OAUTH_PROVIDERS, OAUTH_REVOKED, OAUTH_STATUSES } from './oauth.ts';
export type { OAuthError } from './oauth.ts';
export * from './export.ts';
export { inboxMessageReceived, inboxMessageSent } from './inbox-events.ts';
export {
  INBOX_LIMITS,
  INTENT_SOURCES,
  MESSAGE_STATUSES,
  MessageRecord,
  THREAD_STATUSES,
  ThreadRecord,
  toMessageRecord,
  toThreadRecord,
} from './inbox.ts';
export type {
  ListThreadsRequest,
  ReplyToThreadRequest,
  Thread as ThreadRpc,
  ThreadMessage as ThreadMessageRpc,
  UpdateThreadRequest,
} from './gen/inbox.ts';
export * from './records.ts';
export {
  ACCOUNT_LIMITS,
  AccountHealthRecord,
  AccountTestRecord,
  SendingAccountRecord,
  toAccountHealthRecord,
  toAccountTestRecord,
  toSendingAccountRecord,
} from './sending-account.ts';
export { campaignStates, enrollmentStates, sendingAccountStates, sendStates } from './states.ts';
export type {
  TrackingDomain as TrackingDomainMessage,
  VerifyTrackingDomainResponse,
} from './gen/tracking_domains.ts';
export {
  toTrackingDomainRecord,
  TRACKING_DOMAIN_STATUSES,
  TRACKING_DOMAINS_MAX,
  TrackingDomainRecord,
} from './tracking-domain.ts';
export { trackingHit } from './tracking-hit.ts';
export { createTrackingTokens } from './tracking-token.ts';
export type { TrackingKind, TrackingLink, TrackingTokens } from './tracking-token.ts';
export { SendRecord, toSendRecord } from './send.ts';
export type {
  AccountMetricsEntry,
  AnalyticsQuery as AnalyticsQueryMessage,
  AuditCampaignResponse,
  CampaignMetricsEntry,
  CountsWithRates,
  EmailCounts,
  GetAnalyticsSummaryResponse,
  GetWorkspaceSummaryRequest,
  ListCampaignMetricsRequest,
  Send as SendMessage,
  StepAnalytics,
  SummaryMetrics,
} from './gen/analytics.ts';
export {
  ANALYTICS_CAMPAIGNS_MAX,
  CAMPAIGN_METRICS_SORTS,
  METRIC_NAMES,
  SummaryMetricsRecord,
} from './analytics.ts';
export type { MetricName } from './analytics.ts';
export type { Export as ExportMessage, ExportContent } from './gen/exports.ts';
export type { RecordPlatformResultsRequest } from './gen/platforms.ts';
