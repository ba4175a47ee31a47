import { SummaryMetricsRecord } from '@outreach/contracts-campaigns/analytics';
import type {
  AccountMetricsEntry,
  CampaignMetricsEntry,
} from '@outreach/contracts-campaigns/gen/analytics.ts';
import { ACCOUNT_STATUSES, CAMPAIGN_STATUSES } from '@outreach/contracts-campaigns/records';
import { recordFields } from '@outreach/contracts-common';
import { enumText } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { Summary, summaryExample, toSummaryMetrics } from './analytics-records.ts';
import { EXAMPLE_ULID } from './route.ts';

const count = z.int().nonnegative();

export const WorkspaceSummary = Summary.omit({ campaign_id: true }).meta({ id: 'WorkspaceAnalyticsSummary' });

export const CampaignMetrics = z
  .object({
    campaign_id: recordFields.campaign_id,
    name: z.string(),
    status: enumText(CAMPAIGN_STATUSES),
    client_id: z.string().nullable(),
    metrics: SummaryMetricsRecord,
  })
  .meta({ id: 'CampaignMetrics' });

export const AccountMetrics = z
  .object({
    sending_account_id: recordFields.sending_account_id,
    email: z.string(),
    status: enumText(ACCOUNT_STATUSES),
    health_score: z.number().describe('0 to 100.'),
    daily_limit: count,
    sent_today: count.describe('Emails sent on the present day in the time zone of the account.'),
    metrics: SummaryMetricsRecord,
  })
  .meta({ id: 'SendingAccountMetrics' });

const { campaign_id, metrics, ...summary } = summaryExample;

export const workspaceSummaryExample: z.input<typeof WorkspaceSummary> = { ...summary, metrics };

export const campaignMetricsExample: z.input<typeof CampaignMetrics> = {
  campaign_id,
  name: 'Spring launch',
  status: 'active',
  client_id: null,
  metrics,
};

export const accountMetricsExample: z.input<typeof AccountMetrics> = {
  sending_account_id: `acc_${EXAMPLE_ULID}`,
  email: 'anna@outreach.example',
  status: 'active',
  health_score: 100,
  daily_limit: 30,
  sent_today: 12,
  metrics,
};

export function toCampaignMetrics({
  metrics: own,
  ...entry
}: CampaignMetricsEntry): z.output<typeof CampaignMetrics> {
  const { client_id = null } = entry;
  return { ...entry, client_id, metrics: toSummaryMetrics(own) };
}

export function toAccountMetrics({
  metrics: own,
  ...entry
}: AccountMetricsEntry): z.output<typeof AccountMetrics> {
  return { ...entry, metrics: toSummaryMetrics(own) };
}
