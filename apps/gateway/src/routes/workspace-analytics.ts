import { campaignErrors } from '@outreach/contracts-campaigns';
import {
  ANALYTICS_CAMPAIGNS_MAX,
  CAMPAIGN_METRICS_SORTS,
  SummaryMetricsRecord,
} from '@outreach/contracts-campaigns/analytics';
import type {
  AccountMetricsEntry,
  CampaignMetricsEntry,
} from '@outreach/contracts-campaigns/gen/analytics.ts';
import { ACCOUNT_STATUSES, CAMPAIGN_STATUSES } from '@outreach/contracts-campaigns/records';
import { recordFields, recordOf } from '@outreach/contracts-common';
import { cursor, documentedAs, enumText, id, pageOf, pageSize } from '@outreach/http-kit/fields';
import { z } from 'zod';
import { Summary, summaryExample, toSummary, toSummaryMetrics } from './analytics-records.ts';
import { calendarQuery, periodQuery } from './analytics.ts';
import { EXAMPLE_ULID, onePage, route, toMeta, toPageRequest } from './route.ts';

const count = z.int().nonnegative();

const WorkspaceSummary = Summary.omit({ campaign_id: true }).meta({ id: 'WorkspaceAnalyticsSummary' });

const CampaignMetrics = z
  .object({
    campaign_id: recordFields.campaign_id,
    name: z.string(),
    status: enumText(CAMPAIGN_STATUSES),
    client_id: z.string().nullable(),
    metrics: SummaryMetricsRecord,
  })
  .meta({ id: 'CampaignMetrics' });

const AccountMetrics = z
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

const workspaceSummaryExample: z.input<typeof WorkspaceSummary> = { ...summary, metrics };

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

function toCampaignMetrics({
  metrics: own,
  ...entry
}: CampaignMetricsEntry): z.output<typeof CampaignMetrics> {
  const { client_id = null } = entry;
  return { ...entry, client_id, metrics: toSummaryMetrics(own) };
}

function toAccountMetrics({ metrics: own, ...entry }: AccountMetricsEntry): z.output<typeof AccountMetrics> {
  return { ...entry, metrics: toSummaryMetrics(own) };
}

const read = {
  method: 'get',
  scope: ['campaigns:read'],
  tags: ['analytics'],
  limits: ['analytics'],
} as const;

/** A comma-separated list of ids of campaigns. */
const campaignIds = documentedAs(
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(id('cmp')).max(ANALYTICS_CAMPAIGNS_MAX))
    .optional(),
  {
    type: 'string',
    description: `Only these campaigns: at most ${ANALYTICS_CAMPAIGNS_MAX} ids, separated by commas. All must be campaigns of the workspace.`,
  },
);

/** Analyses over all campaigns and sending accounts of a workspace. */
export const workspaceAnalyticsRoutes = [
  route({
    ...read,
    path: '/api/v1/analytics/summary/',
    operationId: 'getWorkspaceAnalyticsSummary',
    summary: 'Metrics, funnel and time series of the workspace',
    description:
      'The sums over all campaigns, archived ones too; rates are made from the sums. `from` and `to` narrow every number. Periods without events are left out.',
    query: z.object({
      ...calendarQuery,
      client_id: id('cli').optional().describe('Only campaigns of this client.'),
      campaign_ids: campaignIds,
    }),
    responses: { 200: WorkspaceSummary },
    errors: [campaignErrors.outsideAgency],
    example: { query: { granularity: 'day' }, responses: { 200: workspaceSummaryExample } },
    handle: async ({ ctx, query }, { campaigns }) => {
      const { from, to, granularity, client_id, campaign_ids = [] } = query;
      const request = { ...query, from, to, client_id, campaign_ids };
      const summary = toSummary(await campaigns.getWorkspaceSummary(ctx, request));
      return { status: 200, body: { ...recordOf({ from, to }), granularity, ...summary } };
    },
  }),
  route({
    ...read,
    path: '/api/v1/analytics/campaigns/',
    operationId: 'listCampaignAnalytics',
    summary: 'Metrics by campaign',
    description:
      'All campaigns, archived ones too. Campaigns with equal metrics follow each other by id. A campaign whose metric changes between two pages can be missing or appear twice; every other campaign appears once.',
    query: z.object({
      ...periodQuery,
      sort: z
        .enum(CAMPAIGN_METRICS_SORTS)
        .default('created_desc')
        .describe('`created_desc`, or a metric with `_desc` or `_asc`.'),
      page_size: pageSize(),
      cursor: cursor(),
    }),
    responses: { 200: pageOf(CampaignMetrics) },
    example: {
      query: { sort: 'reply_rate_desc', page_size: '50' },
      responses: { 200: onePage(campaignMetricsExample) },
    },
    handle: async ({ ctx, query }, { campaigns }) => {
      const { from, to, sort } = query;
      const request = { from, to, sort, page: toPageRequest(query) };
      const reply = await campaigns.listCampaignMetrics(ctx, request);
      return {
        status: 200,
        body: { data: reply.campaigns.map(toCampaignMetrics), meta: toMeta(reply.meta) },
      };
    },
  }),
  route({
    ...read,
    path: '/api/v1/analytics/accounts/',
    operationId: 'listAccountAnalytics',
    summary: 'Metrics by sending account',
    description: 'All sending accounts, newest first.',
    query: z.object({ ...periodQuery, page_size: pageSize(), cursor: cursor() }),
    responses: { 200: pageOf(AccountMetrics) },
    example: {
      query: { page_size: '50' },
      responses: { 200: onePage(accountMetricsExample) },
    },
    handle: async ({ ctx, query }, { campaigns }) => {
      const { from, to } = query;
      const request = { from, to, page: toPageRequest(query) };
      const reply = await campaigns.listAccountMetrics(ctx, request);
      return { status: 200, body: { data: reply.accounts.map(toAccountMetrics), meta: toMeta(reply.meta) } };
    },
  }),
];
