import type {
  ReadSharedReportResponse,
  ReportedCampaign,
} from '@outreach/contracts-campaigns/gen/reports.ts';
import { notFound } from '@outreach/errors';
import { summariseOwners, toSummaryMetrics, type Granularity, type Summary } from '../analytics/index.ts';
import { NO_OWNER_COUNTS, toQuarters, type OwnerCounts, type Owners } from '../stats/index.ts';
import type { ReportPorts } from './ports.ts';
import { isShared, type Report } from './report.ts';

/** Campaigns whose counters one page sums. */
const CAMPAIGNS_READ_MAX = 10_000;
/** Campaigns that a page lists. */
const CAMPAIGNS_SHOWN_MAX = 50;
/** A longer time series is shown by week. */
const DAYS_SHOWN_MAX = 92;
const TIME_ZONE = 'UTC';

/** The numbers of the page with this token. @throws AppError not_found for an unknown, deleted or expired report. */
export async function readSharedReport(ports: ReportPorts, token: string): Promise<ReadSharedReportResponse> {
  const now = new Date(ports.clock.now());
  const report = await ports.reports.findByToken(token);
  if (report === undefined || !isShared(report, now)) throw notFound();
  return ports.inWorkspace({ workspaceId: report.workspace_id }, async () =>
    ports.inReportSlot(async () => read(ports, report, now)),
  );
}

async function read(ports: ReportPorts, report: Report, readAt: Date): Promise<ReadSharedReportResponse> {
  const period = toQuarters({ from: report.from ?? undefined, to: report.to ?? undefined });
  const ids = await idsOf(ports, report);
  const isWhole = report.client_id === null && report.campaign_ids.length === 0;
  const owners: Owners = isWhole
    ? { kind: 'workspace', ids: [report.workspace_id] }
    : { kind: 'campaign', ids };
  const summarise = async (granularity: Granularity): Promise<Summary> =>
    summariseOwners(ports.owners, owners, { ...period, granularity, timeZone: TIME_ZONE });
  const byDay = await summarise('day');
  const isLong = byDay.time_series.length > DAYS_SHOWN_MAX;
  const sums = await ports.owners.sums({ kind: 'campaign', ids }, period);
  return {
    name: report.name,
    from: report.from ?? undefined,
    to: report.to ?? undefined,
    granularity: isLong ? 'week' : 'day',
    ...(isLong ? await summarise('week') : byDay),
    campaigns: await largest(ports, ids, sums),
    campaign_count: ids.length,
    read_at: readAt,
  };
}

async function idsOf(
  { campaigns }: ReportPorts,
  { client_id: clientId, campaign_ids: named }: Report,
): Promise<readonly string[]> {
  if (named.length > 0) return named;
  return campaigns.ids({ clientId: clientId ?? undefined, max: CAMPAIGNS_READ_MAX });
}

/** The campaigns with the most sent emails. */
async function largest(
  { campaigns }: ReportPorts,
  ids: readonly string[],
  sums: ReadonlyMap<string, OwnerCounts>,
): Promise<ReportedCampaign[]> {
  const countsOf = (id: string): OwnerCounts => sums.get(id) ?? NO_OWNER_COUNTS;
  const sentOf = (id: string): number => countsOf(id).sent;
  const shown = ids.toSorted((one, other) => sentOf(other) - sentOf(one)).slice(0, CAMPAIGNS_SHOWN_MAX);
  const found = new Map((await campaigns.findByIds(shown)).map((campaign) => [campaign.id, campaign]));
  return shown.flatMap((id) => {
    const campaign = found.get(id);
    if (campaign === undefined) return [];
    return [{ name: campaign.name, status: campaign.status, metrics: toSummaryMetrics(countsOf(id)) }];
  });
}
