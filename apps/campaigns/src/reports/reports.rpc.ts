import { fromPage, toMeta } from '@outreach/app-kit';
import type {
  ReadSharedReportResponse,
  Report as ReportMessage,
} from '@outreach/contracts-campaigns/gen/reports.ts';
import { NOTHING } from '@outreach/service-kit/rpc';
import { toSummaryMessage, toSummaryMetrics } from '../analytics/index.ts';
import { READ, WRITE, type CampaignsMethods } from '../methods/index.ts';
import { createReport, deleteReport, requireReport, type CreateReportPorts } from './manage-reports.ts';
import type { ReportStore } from './ports.ts';
import { readSharedReport, type ReadSharedReportPorts, type SharedReport } from './read-shared-report.ts';
import type { Report } from './report.ts';

export interface ReportMethodPorts extends CreateReportPorts, ReadSharedReportPorts {
  readonly reports: ReportStore;
  readonly campaigns: ReadSharedReportPorts['campaigns'];
  /** Origin of the gateway. */
  readonly baseUrl: string;
}

export function reportMethods(ports: ReportMethodPorts): CampaignsMethods {
  const { reports, baseUrl } = ports;
  return {
    createReport: {
      scope: WRITE,
      about: NOTHING,
      command: async (ctx, { name, client_id, campaign_ids, from, to, expires_at }) => {
        const input = { name, client_id, campaign_ids, from, to, expires_at };
        return { report: toMessage(await createReport(ports, ctx, input), baseUrl) };
      },
    },
    getReport: {
      scope: READ,
      query: async (_ctx, { id }) => ({ report: toMessage(await requireReport(reports, id), baseUrl) }),
    },
    listReports: {
      scope: READ,
      query: async (_ctx, { page }) => {
        const list = await reports.list(fromPage(page));
        return { reports: list.items.map((report) => toMessage(report, baseUrl)), meta: toMeta(list) };
      },
    },
    deleteReport: {
      scope: WRITE,
      about: NOTHING,
      command: async (_ctx, { id }) => {
        await deleteReport(reports, id);
        return {};
      },
    },
    readSharedReport: {
      scope: 'public',
      query: async (_ctx, { token }) => toSharedMessage(await readSharedReport(ports, token)),
    },
  };
}

function toMessage(report: Report, baseUrl: string): ReportMessage {
  const { id, name, client_id, campaign_ids, from, to, expires_at, token, created_at } = report;
  return {
    id,
    name,
    url: `${baseUrl}/reports/${token}`,
    client_id: client_id ?? undefined,
    campaign_ids: [...campaign_ids],
    from: from ?? undefined,
    to: to ?? undefined,
    expires_at: expires_at ?? undefined,
    created_at,
  };
}

function toSharedMessage(shared: SharedReport): ReadSharedReportResponse {
  const { report, granularity, summary, campaigns, campaignCount, readAt } = shared;
  return {
    name: report.name,
    from: report.from ?? undefined,
    to: report.to ?? undefined,
    granularity,
    ...toSummaryMessage(summary),
    campaigns: campaigns.map(({ name, status, counts }) => ({
      name,
      status,
      metrics: toSummaryMetrics(counts),
    })),
    campaign_count: campaignCount,
    read_at: readAt,
  };
}
