import type { ServiceBase } from '@outreach/app-kit';
import type { CampaignsFeature } from '../methods/index.ts';
import type { Stats } from '../stats/index.ts';
import { analyticsMethods } from './analytics.rpc.ts';
import { createMetricCursors } from './metric-cursors.store.ts';
import type { AnalyticsNeeds } from './ports.ts';
import { createSendLog } from './send-log.store.ts';

export type { Granularity } from './analytics-query.ts';
export { summariseOwners } from './summarise-workspace.ts';
export { toSummaryMetrics, type Summary } from './summary-metrics.ts';

/** The log of sends, analyses and the audit of campaigns. */
export function createAnalytics(
  { mongo, cursors, units }: Pick<ServiceBase, 'mongo' | 'cursors' | 'units'>,
  needs: AnalyticsNeeds & { readonly stats: Stats },
): CampaignsFeature {
  const { unitOfWork } = units;
  const log = createSendLog(mongo.connection, cursors);
  return {
    name: 'analytics',
    methods: analyticsMethods({ ...needs, log, cursors: createMetricCursors(cursors), unitOfWork }),
    jobs: needs.stats.jobs,
  };
}
