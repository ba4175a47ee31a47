import { fromPage, toMeta } from '@outreach/app-kit';
import type { Report as ReportMessage } from '@outreach/contracts-campaigns/gen/reports.ts';
import { NOTHING } from '@outreach/service-kit/rpc';
import { withoutNull } from '@outreach/values';
import { READ, WRITE, type CampaignsMethods } from '../methods/index.ts';
import { createReport, deleteReport, requireReport } from './manage-reports.ts';
import type { ReportPorts } from './ports.ts';
import { readSharedReport } from './read-shared-report.ts';
import type { Report } from './report.ts';

export function reportMethods(ports: ReportPorts): CampaignsMethods {
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
      query: async (_ctx, { token }) => readSharedReport(ports, token),
    },
  };
}

function toMessage({ token, campaign_ids, ...report }: Report, baseUrl: string): ReportMessage {
  return { ...withoutNull(report), url: `${baseUrl}/reports/${token}`, campaign_ids: [...campaign_ids] };
}
