import { METRIC_NAMES, type MetricName } from '@outreach/contracts-campaigns/analytics';
import type {
  AccountMetricsEntry,
  CampaignMetricsEntry,
} from '@outreach/contracts-campaigns/gen/analytics.ts';
import { invalidField } from '@outreach/errors';
import type { PageOf, PageRequest } from '@outreach/service-kit';
import { withoutNull } from '@outreach/values';
import type { Campaign } from '../campaigns/index.ts';
import { NO_OWNER_COUNTS, type OwnerCounts, type Period } from '../stats/index.ts';
import { textOf } from './analytics-query.ts';
import { CAMPAIGNS_READ_MAX, type AnalyticsPorts, type MetricPosition } from './ports.ts';
import { metricOf, toSummaryMetrics } from './summary-metrics.ts';

export interface CampaignMetricsQuery extends Period {
  readonly sort: string;
  readonly page: PageRequest;
}

/**
 * All campaigns of the workspace, archived ones too, with their counters in a period. @throws AppError invalid_argument
 * on `sort` and `cursor`.
 */
export async function listCampaignMetrics(
  ports: AnalyticsPorts,
  query: CampaignMetricsQuery,
): Promise<PageOf<CampaignMetricsEntry>> {
  if (query.sort === 'created_desc') return listByCreation(ports, query);
  const order = ORDERS.get(query.sort);
  if (order === undefined)
    throw invalidField('sort', 'sort must be created_desc, or a metric with _desc or _asc.');
  return listByMetric(ports, query, order);
}

async function listByCreation(
  { campaigns, stats }: AnalyticsPorts,
  query: CampaignMetricsQuery,
): Promise<PageOf<CampaignMetricsEntry>> {
  const { items, ...rest } = await campaigns.listAll(query.page, textOf(query));
  const sums = await stats.owners.sums({ kind: 'campaign', ids: items.map(({ id }) => id) }, query);
  return {
    ...rest,
    items: items.map((campaign) => toEntry(campaign, sums)),
  };
}

/** Ascending or descending by one metric, then by id in the same direction. */
interface Order {
  readonly sort: string;
  readonly metric: MetricName;
  readonly sign: 1 | -1;
}

const ORDERS: ReadonlyMap<string, Order> = new Map(
  METRIC_NAMES.flatMap((metric): Order[] => [
    { sort: `${metric}_desc`, metric, sign: -1 },
    { sort: `${metric}_asc`, metric, sign: 1 },
  ]).map((order) => [order.sort, order]),
);

/**
 * A page begins after the value and the id of the last campaign of the previous page. A campaign whose metric passes
 * this position between two requests can be in both pages or in none; every other campaign is in exactly one.
 */
async function listByMetric(
  ports: AnalyticsPorts,
  query: CampaignMetricsQuery,
  { sort, metric, sign }: Order,
): Promise<PageOf<CampaignMetricsEntry>> {
  const { cursor, pageSize } = query.page;
  const list = ports.cursors.of(sort, textOf(query));
  const after = cursor === '' ? undefined : list.decode(cursor);
  const size = list.sizeOf(pageSize);
  const compare = (one: MetricPosition, other: MetricPosition): number => sign * comparePositions(one, other);
  return ports.unitOfWork(async () => {
    const sums = await ports.stats.owners.sums({ kind: 'campaign', ids: undefined }, query);
    const positions = (await allIds(ports))
      .map((id): MetricPosition => [metricOf(sums.get(id) ?? NO_OWNER_COUNTS, metric), id])
      .filter((position) => after === undefined || compare(position, after) > 0)
      .sort(compare);
    const shown = positions.slice(0, size);
    const last = positions.length > size ? shown.at(-1) : undefined;
    const found = await ports.campaigns.findByIds(shown.map(([, id]) => id));
    const byId = new Map(found.map((campaign) => [campaign.id, campaign]));
    return {
      items: shown.flatMap(([, id]) => {
        const campaign = byId.get(id);
        return campaign === undefined ? [] : [toEntry(campaign, sums)];
      }),
      nextCursor: last === undefined ? undefined : list.encode(last),
      hasMore: last !== undefined,
    };
  });
}

/** @throws AppError invalid_argument on `sort` for a workspace with too many campaigns. */
async function allIds({ campaigns }: AnalyticsPorts): Promise<readonly string[]> {
  const ids = await campaigns.ids({ clientId: undefined, max: CAMPAIGNS_READ_MAX + 1 });
  if (ids.length > CAMPAIGNS_READ_MAX)
    throw invalidField('sort', `sort must be created_desc with more than ${CAMPAIGNS_READ_MAX} campaigns.`);
  return ids;
}

function comparePositions([value, id]: MetricPosition, [otherValue, otherId]: MetricPosition): number {
  if (value !== otherValue) return value - otherValue;
  if (id === otherId) return 0;
  return id < otherId ? -1 : 1;
}

function toEntry(campaign: Campaign, sums: ReadonlyMap<string, OwnerCounts>): CampaignMetricsEntry {
  const { id, name, status, client_id } = campaign;
  const metrics = toSummaryMetrics(sums.get(id) ?? NO_OWNER_COUNTS);
  return withoutNull({ campaign_id: id, name, status, client_id, metrics });
}

/** The accounts of the workspace with their metrics in a period, newest first. @throws AppError invalid_argument on `cursor`. */
export async function listAccountMetrics(
  { accounts, stats }: AnalyticsPorts,
  { page, ...period }: Period & { readonly page: PageRequest },
): Promise<PageOf<AccountMetricsEntry>> {
  const { items, ...rest } = await accounts.list(page, textOf(period));
  const sums = await stats.owners.sums({ kind: 'account', ids: items.map(({ id }) => id) }, period);
  return {
    ...rest,
    items: items.map(({ id, email, status, health_score, daily_limit, sent_today }) => {
      const metrics = toSummaryMetrics(sums.get(id) ?? NO_OWNER_COUNTS);
      return { sending_account_id: id, email, status, health_score, daily_limit, sent_today, metrics };
    }),
  };
}
