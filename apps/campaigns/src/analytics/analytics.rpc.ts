import { fromPage, toKnownValues, toMeta } from '@outreach/app-kit';
import type { AnalyticsQuery as AnalyticsQueryMessage } from '@outreach/contracts-campaigns/gen/analytics.ts';
import { SEND_STATUSES } from '@outreach/contracts-campaigns/records';
import { invalidField } from '@outreach/errors';
import { withoutNull } from '@outreach/values';
import { READ, type CampaignsMethods } from '../methods/index.ts';
import { parseCalendar, parsePeriod, requireCampaign, type AnalyticsQuery } from './analytics-query.ts';
import { analyzeBounces, analyzeSteps, countIntents, summarise } from './analytics-views.ts';
import { auditCampaign } from './audit-campaign.ts';
import { listAccountMetrics, listCampaignMetrics } from './list-metrics.ts';
import type { AnalyticsPorts } from './ports.ts';
import { summariseWorkspace } from './summarise-workspace.ts';

export function analyticsMethods(ports: AnalyticsPorts): CampaignsMethods {
  return { ...campaignMethods(ports), ...workspaceMethods(ports) };
}

function campaignMethods(ports: AnalyticsPorts): CampaignsMethods {
  return {
    getAnalyticsSummary: {
      scope: READ,
      query: async (_ctx, { query }) => summarise(ports, fromQuery(query)),
    },
    getStepAnalytics: {
      scope: READ,
      query: async (_ctx, { query }) => ({ steps: await analyzeSteps(ports, fromQuery(query)) }),
    },
    getReplyIntents: {
      scope: READ,
      query: async (_ctx, { query }) => countIntents(ports, fromQuery(query)),
    },
    getBounceAnalytics: {
      scope: READ,
      query: async (_ctx, { query }) => analyzeBounces(ports, fromQuery(query)),
    },
    listSends: {
      scope: READ,
      query: async (_ctx, { campaign_id: campaignId, statuses, page }) => {
        // A wrong cursor is reported before an unknown campaign.
        const list = await ports.log.list({
          campaignId,
          statuses: toKnownValues('status', SEND_STATUSES, statuses),
          page: fromPage(page),
        });
        await requireCampaign(ports, campaignId);
        const retained_from = await ports.sendsRetainedFrom();
        return { sends: list.items.map(withoutNull), meta: toMeta(list), retained_from };
      },
    },
    auditCampaign: {
      scope: READ,
      query: async (_ctx, { campaign_id: id }) => ports.unitOfWork(async () => auditCampaign(ports, id)),
    },
  };
}

function workspaceMethods(ports: AnalyticsPorts): CampaignsMethods {
  return {
    getWorkspaceSummary: {
      scope: READ,
      query: async (ctx, { from, to, granularity, time_zone: timeZone, client_id, campaign_ids }) => {
        const calendar = parseCalendar({ from, to, granularity, timeZone });
        const query = { ...calendar, clientId: client_id, campaignIds: campaign_ids };
        return summariseWorkspace(ports, ctx, query);
      },
    },
    listCampaignMetrics: {
      scope: READ,
      query: async (_ctx, { from, to, sort, page }) => {
        const query = { ...parsePeriod({ from, to }), sort, page: fromPage(page) };
        const list = await listCampaignMetrics(ports, query);
        return { campaigns: [...list.items], meta: toMeta(list) };
      },
    },
    listAccountMetrics: {
      scope: READ,
      query: async (_ctx, { from, to, page }) => {
        const list = await listAccountMetrics(ports, { ...parsePeriod({ from, to }), page: fromPage(page) });
        return { accounts: [...list.items], meta: toMeta(list) };
      },
    },
  };
}

/** @throws AppError invalid_argument without a query, and as parseCalendar. */
function fromQuery(query: AnalyticsQueryMessage | undefined): AnalyticsQuery {
  if (query === undefined) throw invalidField('query', 'query is required.');
  const { campaign_id: campaignId, from, to, granularity, time_zone: timeZone } = query;
  return { campaignId, ...parseCalendar({ from, to, granularity, timeZone }) };
}
