import { SCOPES } from '@outreach/contracts-auth';
import { SummaryMetricsRecord } from '@outreach/contracts-campaigns/analytics';
import { CampaignRecord, GATE_REASONS } from '@outreach/contracts-campaigns/campaign';
import {
  BOUNCE_CLASSES,
  CAMPAIGN_STATUSES,
  CAMPAIGN_TYPES,
  PLATFORMS,
  REPLY_INTENTS,
  SEND_STATUSES,
} from '@outreach/contracts-campaigns/records';
import { SendingAccountRecord } from '@outreach/contracts-campaigns/sending-account';
import {
  ContactRecord,
  DEPARTMENTS,
  IMPORT_STATUSES,
  SENIORITIES,
  VERIFICATION_STATUSES,
} from '@outreach/contracts-contacts';
import { enumText } from '@outreach/http-kit/fields';
import type { z } from 'zod';
import { Summary } from './analytics-records.ts';
import { DELIVERED_TYPES, EVENT_TYPES } from './event-docs.ts';

const account = SendingAccountRecord.shape;

/** Names of enumerations and objects that several schemas of the document have. A later one may contain an earlier one. */
export const SHARED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Scope: enumText(SCOPES),
  EventTypeName: enumText(EVENT_TYPES),
  DeliveredEventTypeName: enumText(DELIVERED_TYPES),
  Seniority: enumText(SENIORITIES),
  Department: enumText(DEPARTMENTS),
  VerificationStatus: enumText(VERIFICATION_STATUSES),
  ImportStatus: enumText(IMPORT_STATUSES),
  CampaignStatus: enumText(CAMPAIGN_STATUSES),
  CampaignType: enumText(CAMPAIGN_TYPES),
  Platform: enumText(PLATFORMS),
  GateReasonName: enumText(GATE_REASONS),
  SendStatus: enumText(SEND_STATUSES),
  BounceClass: enumText(BOUNCE_CLASSES),
  ReplyIntent: enumText(REPLY_INTENTS),
  Company: ContactRecord.shape.company,
  CampaignCounters: CampaignRecord.shape.metrics,
  EnrollmentCounts: CampaignRecord.shape.enrollment_counts,
  EmailMetrics: SummaryMetricsRecord,
  EmailFunnel: Summary.shape.funnel,
  EmailsOfPeriod: Summary.shape.time_series.element,
  MailServer: account.smtp.unwrap(),
  DomainAuthentication: account.auth,
};
