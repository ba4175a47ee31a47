import type { PageOf, PageRequest } from '@outreach/service-kit';
import type { EnrollmentProgress, StatusCounts } from '../enrollments/index.ts';
import type { Sequence } from '../sequences/index.ts';
import type { Send, SendStatus } from '../sends/index.ts';
import type { Period, StatsReader } from '../stats/index.ts';

export interface SendQuery {
  readonly campaignId: string;
  /** Any of these; all if empty. */
  readonly statuses: readonly SendStatus[];
  readonly page: PageRequest;
}

/** Sends of the current call's workspace. */
export interface SendLog {
  /** Newest first. @throws AppError invalid_argument on `cursor`. */
  list(query: SendQuery): Promise<PageOf<Send>>;
  /** The number of sends of the campaign, by status. */
  countByStatus(campaignId: string): Promise<ReadonlyMap<SendStatus, number>>;
  /** Sends that are queued or claimed although their enrollment has ended; a worker cancels them. */
  countOrphans(campaignId: string): Promise<number>;
}

export interface AnalyticsPorts {
  readonly campaigns: {
    findById(id: string): Promise<{ readonly id: string; readonly sequence_id: string } | undefined>;
  };
  readonly sequences: { findById(id: string): Promise<Pick<Sequence, 'steps'> | undefined> };
  readonly stats: StatsReader;
  readonly enrollments: {
    counts(campaignId: string): Promise<StatusCounts | undefined>;
    countEnrolled(campaignId: string, period: Period): Promise<number>;
    progressOf(campaignId: string): Promise<EnrollmentProgress>;
  };
  readonly log: SendLog;
}
