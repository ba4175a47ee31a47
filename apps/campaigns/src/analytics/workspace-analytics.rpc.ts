import { fromPage, toMeta } from '@outreach/app-kit';
import type {
  AccountMetricsEntry,
  CampaignMetricsEntry,
} from '@outreach/contracts-campaigns/gen/analytics.ts';
import { READ, type CampaignsMethods } from '../methods/index.ts';
import { parseCalendar, parsePeriod } from './analytics-query.ts';
import { toSummaryMessage } from './analytics.rpc.ts';
import { listAccountMetrics, type AccountMetrics } from './list-account-metrics.ts';
import {
  listCampaignMetrics,
  type CampaignMetrics,
  type ListCampaignMetricsPorts,
} from './list-campaign-metrics.ts';
import type { WorkspaceAnalyticsPorts } from './ports.ts';
import { summariseWorkspace, type SummariseWorkspacePorts } from './summarise-workspace.ts';
import { toSummaryMetrics } from './summary-metrics.ts';

export type WorkspaceAnalyticsMethodPorts = WorkspaceAnalyticsPorts &
  ListCampaignMetricsPorts &
  SummariseWorkspacePorts;

export function workspaceAnalyticsMethods(ports: WorkspaceAnalyticsMethodPorts): CampaignsMethods {
  return {
    getWorkspaceSummary: {
      scope: READ,
      query: async (ctx, { from, to, granularity, time_zone: timeZone, client_id, campaign_ids }) => {
        const calendar = parseCalendar({ from, to, granularity, timeZone });
        const query = { ...calendar, clientId: client_id, campaignIds: campaign_ids };
        return toSummaryMessage(await summariseWorkspace(ports, ctx, query));
      },
    },
    listCampaignMetrics: {
      scope: READ,
      query: async (_ctx, { from, to, sort, page }) => {
        const query = { ...parsePeriod({ from, to }), sort, page: fromPage(page) };
        const list = await listCampaignMetrics(ports, query);
        return { campaigns: list.items.map(toCampaignEntry), meta: toMeta(list) };
      },
    },
    listAccountMetrics: {
      scope: READ,
      query: async (_ctx, { from, to, page }) => {
        const query = { ...parsePeriod({ from, to }), page: fromPage(page) };
        const list = await listAccountMetrics(ports, query);
        return { accounts: list.items.map(toAccountEntry), meta: toMeta(list) };
      },
    },
  };
}

function toCampaignEntry({ campaign, counts }: CampaignMetrics): CampaignMetricsEntry {
  const { id, name, status, client_id } = campaign;
  const metrics = toSummaryMetrics(counts);
  return { campaign_id: id, name, status, client_id: client_id ?? undefined, metrics };
}

function toAccountEntry({ account, counts }: AccountMetrics): AccountMetricsEntry {
  const { id, email, status, health_score, daily_limit, sent_today } = account;
  const metrics = toSummaryMetrics(counts);
  return { sending_account_id: id, email, status, health_score, daily_limit, sent_today, metrics };
}
