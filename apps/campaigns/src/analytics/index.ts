import type { Feature, ServiceBase } from '@outreach/app-kit';
import type { CampaignStore } from '../campaigns/index.ts';
import type { EnrollmentCounts, EnrollmentRecords } from '../enrollments/index.ts';
import type { SequenceReader } from '../sequences/index.ts';
import type { StatsReader } from '../stats/index.ts';
import { analyticsMethods, type AnalyticsMethods } from './analytics.rpc.ts';
import { createSendLog } from './send-log.store.ts';

export interface AnalyticsNeeds {
  readonly campaigns: Pick<CampaignStore, 'findById'>;
  readonly sequences: Pick<SequenceReader, 'findById'>;
  readonly stats: StatsReader;
  readonly enrollments: {
    readonly counts: Pick<EnrollmentCounts, 'read'>;
    readonly records: Pick<EnrollmentRecords, 'countEnrolled' | 'progressOf'>;
  };
}

/** The log of sends, analyses and the audit of campaigns. */
export function createAnalytics(
  { mongo, cursors, units }: Pick<ServiceBase, 'mongo' | 'cursors' | 'units'>,
  { enrollments: { counts, records }, ...needs }: AnalyticsNeeds,
): Feature<AnalyticsMethods> {
  const enrollments = {
    counts: async (campaignId: string) => (await counts.read([campaignId])).get(campaignId),
    countEnrolled: records.countEnrolled,
    progressOf: records.progressOf,
  };
  const { unitOfWork } = units;
  const log = createSendLog(mongo.connection, cursors);
  return { name: 'analytics', methods: analyticsMethods({ ...needs, enrollments, log, unitOfWork }) };
}
