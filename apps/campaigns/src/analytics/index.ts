import type { ServiceBase } from '@outreach/app-kit';
import type { CampaignContacts, CampaignStore } from '../campaigns/index.ts';
import type { EnrollmentCounts, EnrollmentRecords } from '../enrollments/index.ts';
import type { AccountReader } from '../sending-accounts/index.ts';
import type { SequenceReader } from '../sequences/index.ts';
import type { Stats } from '../stats/index.ts';
import type { CampaignsFeature } from '../methods/index.ts';
import { analyticsMethods } from './analytics.rpc.ts';
import type { AnalyticsPorts } from './ports.ts';
import { createMetricCursors } from './metric-cursors.store.ts';
import { createSendLog } from './send-log.store.ts';
import { workspaceAnalyticsMethods } from './workspace-analytics.rpc.ts';

export { toSummaryMessage } from './analytics.rpc.ts';
export type { Granularity } from './analytics-query.ts';
export type { Summary } from './analytics-views.ts';
export { summariseOwners } from './summarise-workspace.ts';
export { toSummaryMetrics } from './summary-metrics.ts';

export interface AnalyticsNeeds {
  readonly campaigns: Pick<CampaignStore, 'findById' | 'findByIds' | 'ids' | 'listAll'>;
  readonly sequences: Pick<SequenceReader, 'findById'>;
  readonly accounts: Pick<AccountReader, 'list'>;
  readonly contacts: Pick<CampaignContacts, 'hasClient'>;
  readonly stats: Stats;
  readonly expiredSends: AnalyticsPorts['expiredSends'];
  readonly sendsRetainedFrom: AnalyticsPorts['sendsRetainedFrom'];
  readonly enrollments: {
    readonly counts: Pick<EnrollmentCounts, 'read'>;
    readonly records: Pick<EnrollmentRecords, 'countEnrolled' | 'progressOf'>;
  };
}

/** The log of sends, analyses and the audit of campaigns. */
export function createAnalytics(
  { mongo, cursors, units }: Pick<ServiceBase, 'mongo' | 'cursors' | 'units'>,
  { enrollments: { counts, records }, stats, ...needs }: AnalyticsNeeds,
): CampaignsFeature {
  const enrollments = {
    counts: async (campaignId: string) => (await counts.read([campaignId])).get(campaignId),
    countEnrolled: records.countEnrolled,
    progressOf: records.progressOf,
  };
  const { unitOfWork } = units;
  const log = createSendLog(mongo.connection, cursors);
  const ports = { ...needs, enrollments, log, stats: stats.reader, unitOfWork };
  const workspacePorts = {
    ...needs,
    owners: stats.owners,
    cursors: createMetricCursors(cursors),
    unitOfWork,
  };
  return {
    name: 'analytics',
    methods: { ...analyticsMethods(ports), ...workspaceAnalyticsMethods(workspacePorts) },
    jobs: stats.jobs,
  };
}
