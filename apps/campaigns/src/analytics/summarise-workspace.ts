import { ANALYTICS_CAMPAIGNS_MAX } from '@outreach/contracts-campaigns/analytics';
import { invalidField } from '@outreach/errors';
import type { CallContext } from '@outreach/service-kit';
import { requireClient } from '../campaigns/index.ts';
import { sumOwnerCounts, toCounters, toSeries, type Owners, type Stats } from '../stats/index.ts';
import type { AnalyticsCalendar } from './analytics-query.ts';
import { startOfPeriod } from './periods.ts';
import { CAMPAIGNS_READ_MAX, type AnalyticsPorts } from './ports.ts';
import { toSummary, type Summary } from './summary-metrics.ts';

export interface WorkspaceQuery extends AnalyticsCalendar {
  readonly clientId: string | undefined;
  /** All campaigns if empty. */
  readonly campaignIds: readonly string[];
}

/**
 * The sums over the campaigns of the workspace, archived ones too.
 * @throws AppError permission_denied for a client outside an agency; invalid_argument on `client_id` and `campaign_ids`.
 */
export async function summariseWorkspace(
  ports: AnalyticsPorts,
  ctx: CallContext,
  query: WorkspaceQuery,
): Promise<Summary> {
  return summariseOwners(ports.stats.owners, await ownersOf(ports, ctx, query), query);
}

/** The sums over a workspace or some campaigns, of which there can be none. */
export async function summariseOwners(
  stats: Pick<Stats['owners'], 'byPeriod'>,
  owners: Owners,
  calendar: AnalyticsCalendar,
): Promise<Summary> {
  const periods = await stats.byPeriod(owners, calendar, (at) => startOfPeriod(at, calendar));
  const sums = sumOwnerCounts([...periods.values()]);
  return toSummary({
    counters: toCounters(sums),
    enrolled: sums.enrolled ?? 0,
    timeSeries: [...periods]
      .map(([startMs, counts]) => ({ period: new Date(startMs), counts: toSeries(counts) }))
      .filter(({ counts }) => Object.values(counts).some((count) => count !== 0))
      .sort((one, other) => one.period.getTime() - other.period.getTime()),
  });
}

async function ownersOf(
  ports: AnalyticsPorts,
  ctx: CallContext,
  { clientId, campaignIds }: WorkspaceQuery,
): Promise<Owners> {
  if (clientId !== undefined) await requireClient(ports, ctx, clientId);
  if (campaignIds.length > 0)
    return { kind: 'campaign', ids: await idsAmong(ports, { clientId, campaignIds }) };
  if (clientId === undefined) return { kind: 'workspace', ids: [ctx.workspaceId] };
  const ids = await ports.campaigns.ids({ clientId, max: CAMPAIGNS_READ_MAX + 1 });
  if (ids.length > CAMPAIGNS_READ_MAX)
    throw invalidField(
      'client_id',
      `client_id must be a client with at most ${CAMPAIGNS_READ_MAX} campaigns; name some of them in campaign_ids.`,
    );
  return { kind: 'campaign', ids };
}

/** The ids of the named campaigns that are of the client. */
async function idsAmong(
  { campaigns }: AnalyticsPorts,
  { clientId, campaignIds }: Pick<WorkspaceQuery, 'clientId' | 'campaignIds'>,
): Promise<readonly string[]> {
  const ids = [...new Set(campaignIds)];
  if (ids.length > ANALYTICS_CAMPAIGNS_MAX)
    throw invalidField('campaign_ids', `campaign_ids must be at most ${ANALYTICS_CAMPAIGNS_MAX} ids.`);
  const found = await campaigns.findByIds(ids);
  if (found.length < ids.length)
    throw invalidField('campaign_ids', 'campaign_ids must be campaigns of this workspace.');
  const own = found.filter(({ client_id: id }) => clientId === undefined || id === clientId);
  return own.map(({ id }) => id);
}
